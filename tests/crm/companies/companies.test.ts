import assert from "node:assert/strict";
import { slugOf } from "@/lib/crm/companies/company.ts";
import { logoTypeOf } from "@/lib/values/logo.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { png } from "../../sales/document/documents.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";
import { vp8l, webpOf } from "./webp.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const picture = png();
const webp = webpOf(vp8l(40, 30));

Deno.test("a name suggests a slug, and bytes say what picture they are", () => {
  const slugs = ["Muñoz & Hijos, S.L.", "  Ñu--Ñu ", "日本", "a".repeat(80), `${"a".repeat(49)} b`];
  assert.deepEqual(slugs.map(slugOf), [
    "munoz-hijos-s-l",
    "nu-nu",
    "company",
    "a".repeat(50),
    "a".repeat(49),
  ]);
  assert.deepEqual([picture, webp, bytesOf("\xff\xd8\xff\xe0")].map(logoTypeOf), [
    "image/png",
    "image/webp",
    "image/jpeg",
  ]);
  for (const text of ["", "<svg/>", "GIF89a", "RIFF....WAVE", "\x89PN"]) {
    assert.equal(logoTypeOf(bytesOf(text)), undefined, text);
  }
});

testOnEach("a company is made with the stages of its template", async (world) => {
  const [ana, nadie] = [apiOf(world, people.ana), apiOf(world, people.nadie)];
  const first = await expectData(ana("GET", "/pipeline-stages"));
  await expectData(
    ana("PATCH", `/pipeline-stages/${first[0].id}`, {
      color: "#112233",
      rot_days: 3,
      requirements: "Las medidas del salón de Pilar",
    }),
  );
  const stages = await expectData(ana("GET", "/pipeline-stages"));

  assert.deepEqual(await expectData(nadie("GET", "/companies")), []);
  const answer = await nadie("POST", "/companies", { name: " Taller Ñandú ", color: "#ABCDEF" });
  const company = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/companies/${company.id}`);
  const { name, slug, color, logo, timezone, currency, version, role } = company;
  assert.deepEqual([name, slug, color, logo], ["Taller Ñandú", "taller-nandu", "#abcdef", null]);
  assert.deepEqual([timezone, currency, version, role], ["Europe/Madrid", "EUR", 1, ""]);
  const shape = (list: Record<string, unknown>[]) =>
    list.map(({ name, order, default_probability, color, rot_days }) => [
      name,
      order,
      default_probability,
      color,
      rot_days,
    ]);
  const copied = await expectData(nadie("GET", "/pipeline-stages"));
  assert.deepEqual(shape(copied), shape(stages));
  assert.equal(copied[0].requirements, null, "what a company tells its own people stays there");
  const second = await expectData(ana("POST", "/companies", { name: "Segunda" }), 201);
  const query = `/pipeline-stages?company_id=${second.id}`;
  assert.equal(
    (await expectData(ana("GET", query)))[0].requirements,
    "Las medidas del salón de Pilar",
  );
  assert.equal(copied.filter(({ id }: { id: number }) => id <= first.at(-1).id).length, 0);

  const companies = await Promise.all(
    Array.from({ length: 5 }, () => nadie("POST", "/companies", { name: "Taller Ñandú" })),
  );
  assert.deepEqual(companies.map(({ body }) => body.data.slug).sort(), [
    "taller-nandu-2",
    "taller-nandu-3",
    "taller-nandu-4",
    "taller-nandu-5",
    "taller-nandu-6",
  ]);
  const own = { name: "Otra", slug: "otra", template_company_id: company.id };
  await expectData(nadie("POST", "/companies", own), 201);
  const conflict = await expectFailure(nadie("POST", "/companies", own), 409, "duplicate");
  assert.deepEqual(Object.keys(conflict.fields), ["slug"]);
  for (const template_company_id of [2, company.id, 999_999]) {
    const body = { name: "Ajena", template_company_id };
    await expectFailure(ana("POST", "/companies", body), 403, "not_a_member");
  }
  assert.equal((await expectData(nadie("GET", "/companies"))).length, 7);
  assert.deepEqual(
    (await expectData(ana("GET", "/companies"))).map(({ id }: { id: number }) => id),
    [1, second.id],
  );
  const wrong = await expectFailure(
    ana("POST", "/companies", { name: " ", slug: "A b", color: "red", logo: "x", other: 1 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["color", "logo", "name", "other", "slug"]);
});

testOnEach("a company's own members read and change it", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const luis = apiOf(world, people.luis); // of two companies, and none is named
  const before = await expectData(luis("GET", "/companies/1"));
  assert.deepEqual([before.name, before.version, before.role], ["Primary", 1, "gerente"]);
  for (const id of [1, 999_999]) {
    await expectFailure(eva("GET", `/companies/${id}`), 403, "not_a_member");
    await expectFailure(eva("PATCH", `/companies/${id}`, { name: "Mía" }), 403, "not_a_member");
  }
  const patch = {
    name: "Relevo SL",
    slug: "relevo",
    color: "#0A0B0C",
    logo: "https://example.es/logo.png",
    timezone: "Atlantic/Canary",
    country: "PT",
    currency: "USD",
    language: "en",
    legal_name: "Relevo, Sociedad Limitada",
    tax_id: "B12345678",
    address: "Calle Mayor 1",
    phone: "+34 912 345 678",
    email: "hola@relevo.example",
    website: "https://relevo.example",
    default_tax_rate: 10.5,
    quote_validity_days: 15,
    quote_prefix: "PR",
    quote_terms: "50 % por adelantado",
    quotes_need_tax_id: true,
    public_origins: ["https://relevo.example", "http://localhost:5173"],
  };
  const changed = await expectData(ana("PATCH", "/companies/1", { ...patch, version: 1 }));
  assert.deepEqual({ ...changed, ...patch }, { ...changed, color: "#0A0B0C" });
  assert.deepEqual([changed.color, changed.version], ["#0a0b0c", 2]);
  const same = await expectData(ana("PATCH", "/companies/1", { name: "Relevo SL" }));
  assert.equal(same.version, 2);
  const stale = await expectFailure(
    ana("PATCH", "/companies/1", { name: "x", version: 1 }),
    409,
    "version_conflict",
  );
  assert.equal(stale.details.current, 2);
  await expectFailure(ana("PATCH", "/companies/1", { slug: "design" }), 409, "duplicate");
  const wrong = await expectFailure(
    ana("PATCH", "/companies/1", {
      timezone: "+02:00",
      currency: "EURO",
      default_tax_rate: 101,
      quote_validity_days: -1,
      quotes_need_tax_id: "yes",
      public_origins: ["https://a.es/", "http://a.es", "*"],
      id: 7,
    }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), [
    "currency",
    "default_tax_rate",
    "id",
    "public_origins.0",
    "public_origins.1",
    "public_origins.2",
    "quote_validity_days",
    "quotes_need_tax_id",
    "timezone",
  ]);
  const empty = await expectData(
    ana("PATCH", "/companies/1", { logo: null, tax_id: "", phone: "" }),
  );
  assert.deepEqual([empty.logo, empty.tax_id, empty.phone], [null, null, null]);
  assert.equal((await expectData(eva("GET", "/companies/2"))).version, 1);
});

const putLogo = (world: World, id: number, body: Uint8Array<ArrayBuffer>, member = people.ana) =>
  world.call("PUT", `/api/admin/companies/${id}/logo`, { member, body });

testOnEach("a logo is a picture at an address that never changes", async (world) => {
  const ana = apiOf(world, people.ana);
  const first = await expectData(putLogo(world, 1, picture));
  assert.match(first.logo, /^\/logo\/[0-9a-f]{64}$/);
  assert.equal(first.version, 2);
  assert.equal((await expectData(putLogo(world, 1, picture))).version, 2);
  const second = await expectData(putLogo(world, 1, webp));
  for (
    const [{ logo }, bytes, type] of [[first, picture, "png"], [second, webp, "webp"]] as const
  ) {
    const picture = await fetch(world.url + logo);
    assert.deepEqual(await picture.bytes(), bytes);
    assert.equal(picture.headers.get("content-type"), `image/${type}`);
    assert.equal(picture.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(picture.headers.get("x-content-type-options"), "nosniff");
  }
  const back = await expectData(ana("PATCH", "/companies/1", { logo: first.logo }));
  assert.equal(back.logo, first.logo);
  await expectFailure(
    apiOf(world, people.eva)("PATCH", "/companies/2", { logo: first.logo }),
    422,
    "validation_failed",
  );
  const most = new Uint8Array(256 * 1024);
  most.set(picture);
  const cut = await expectData(putLogo(world, 1, most));
  assert.equal(cut.logo, first.logo, "what follows the picture is not kept");
  await expectFailure(putLogo(world, 1, new Uint8Array(most.length + 1)), 413, "too_large");
  for (const text of ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a"]) {
    await expectFailure(putLogo(world, 1, bytesOf(text)), 415, "unsupported_media_type");
  }
  for (const wrong of [picture.subarray(0, -1), png({ width: 4_001 })]) {
    const { fields } = await expectFailure(putLogo(world, 1, wrong), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields), ["logo"]);
  }
  await expectFailure(putLogo(world, 2, picture), 403, "not_a_member");
  for (const path of ["/logo/abc", `/logo/${"0".repeat(64)}`]) {
    await expectFailure(world.call("GET", path), 404, "not_found");
  }
});

testOnEach("a logo elsewhere is kept, and is said not to be shown", async (world) => {
  const logo = "https://elsewhere.example/logo.png";
  const company = await expectData(apiOf(world, people.ana)("PATCH", "/companies/1", { logo }));
  assert.equal(company.logo, logo);
  const headers = { "Accept-Language": "en" };
  for (const path of ["/panel/settings/brand", "/panel"]) {
    const page = await world.call("GET", path, { member: people.ana, headers });
    assert.equal(page.status, 200);
    assert.ok(!page.body.includes(`src="${logo}"`), path);
  }
  const page = await world.call("GET", "/panel/settings/brand", { member: people.ana, headers });
  assert.match(page.body, /The logo is a link to another site and is not shown/);
});
