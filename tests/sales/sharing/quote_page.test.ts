/** A quotation's public page over HTTP, and its forms without a script. */
import assert from "node:assert/strict";
import { type Answer, people, testOnEach } from "../../support/world.ts";
import {
  apis,
  draftQuote,
  expectData,
  expectFailure,
  lapse,
  plainLine,
  quoteThatIs,
} from "../scene.ts";
import { png } from "../document/documents.ts";
import { assertPage, assertPrivate, post, shareOf, visit } from "./page.ts";

testOnEach(
  "the page shows what was sent, in its own language, and counts a view",
  async (world) => {
    const { ana } = apis(world);
    const line = { ...plainLine, quantity: 2.125, unit_price: 50.1234, discount_percent: 5 };
    const values = {
      lines: [line],
      language: "en",
      valid_until: "2031-03-30",
      terms: "Half first.",
    };
    const { id, number } = await quoteThatIs("sent", ana, values);
    const token = await shareOf(ana, id);
    const page = await visit(world, `/q/${token}`);
    assertPrivate(page);
    assertPage(page, 200, [
      ...['<html lang="en">', `<title>Quotation ${number} · Primary</title>`, "30 March 2031"],
      "Quotation: not an invoice",
      ...["Montaje", "2.125", "€50.1234", "5%", "€101.19", "VAT 21% on €101.19", "€122.44"],
      ...[
        "Half first.",
        "Accept quotation",
        `href="/q/${token}/pdf"`,
        `action="/q/${token}/accept"`,
        'name="revision" value="1"',
      ],
    ]);
    const glance = await world.call("HEAD", `/q/${token}`);
    assert.deepEqual([glance.status, glance.body], [200, ""]);
    assert.equal((await expectData(ana("GET", `/quotes/${id}`))).share.views, 1);
    const odd = await world.call("POST", `/q/${token}`, { body: "a=b" });
    assert.deepEqual([odd.status, odd.headers.get("allow")], [405, "GET, HEAD"]);
  },
);

testOnEach("a client accepts by a plain form, and the page says so from then on", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const path = `/q/${await shareOf(ana, id)}`;
  for (
    const [fields, typed] of [[{ name: "  " }, 'value="  "'], [{ name: "x".repeat(201) }, "xx"]]
  ) {
    const refused = await post(world, `${path}/accept`, fields as Record<string, string>);
    assertPrivate(refused);
    assertPage(refused, 422, [typed as string, 'aria-invalid="true"', "no se ha guardado"]);
  }
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).share.views, 0);

  const accepted = await post(world, `${path}/accept`, { name: "Marta <Gil>" });
  assert.equal(accepted.status, 303);
  const next = accepted.headers.get("location")!;
  assert.equal(next.split("?")[0], path);
  assertPage(await visit(world, next), 200, ["Aceptado por Marta &lt;Gil> el"]);
  const quote = await expectData(ana("GET", `/quotes/${id}`));
  assert.equal(quote.share.views, 0, "the page after an answer is no view");
  assert.deepEqual(
    [quote.status, quote.approved_by_name, quote.approved_via],
    ["approved", "Marta <Gil>", "link"],
  );
  const page = await visit(world, path, "en");
  assertPage(page, 200, ['<html lang="es">', "Aceptado por Marta &lt;Gil> el"]);
  assert.doesNotMatch(page.body, /action="[^"]*\/(accept|reject)"/);
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).share.views, 1);
  const twice = await post(world, `${path}/accept`, { name: " marta <gil>" });
  assert.deepEqual([twice.status, twice.headers.get("location")], [303, next]);

  for (
    const again of [
      await post(world, `${path}/accept`, { name: "Otra" }),
      await post(world, `${path}/reject`, { reason: "Caro" }),
    ]
  ) {
    assertPage(again, 409, ["ha cambiado mientras lo leías", "Aceptado por Marta"]);
  }
  await expectData(ana("POST", `/quotes/${id}/confirm-sale`), 201);
  assertPage(await visit(world, path), 200, ["Aceptado por Marta", "está en marcha"]);
});

testOnEach("a client declines by a plain form and says why", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const path = `/q/${await shareOf(ana, id)}`;
  const empty = await post(world, `${path}/reject`, { reason: "" });
  assertPage(empty, 422, ["<details", " open", "No puede estar en blanco".slice(3)]);
  const body = new FormData();
  body.set("reason", "Muy caro.\nY tarde.");
  body.set("revision", "1");
  const declined = await world.call("POST", `${path}/reject`, { body });
  assert.equal(declined.status, 303);
  const quote = await expectData(ana("GET", `/quotes/${id}`));
  assert.deepEqual([quote.status, quote.rejection_reason], ["rejected", "Muy caro.\nY tarde."]);
  const page = await visit(world, path);
  assertPage(page, 200, ["Rechazado el", "habla con quien te lo envió"]);
  assert.ok(!page.body.includes("Muy caro"), "what was said is between them");

  await expectData(ana("POST", `/quotes/${id}/reopen`));
  const revised = await visit(world, path, "en");
  assertPage(revised, 200, ['<html lang="en">', "<h1", "This quotation is being revised"]);
  assert.doesNotMatch(revised.body, /Montaje|action="[^"]*\/(accept|reject)"|\/pdf/);
  assertPage(await post(world, `${path}/accept`, { name: "Marta" }), 409, ["revisando"]);
});

testOnEach("programs still speak JSON, also with a form", async (world) => {
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const path = `/q/${await shareOf(ana, id)}/accept`;
  await expectFailure(world.call("POST", path, { json: { name: " " } }), 422, "validation_failed");
  const plain = { body: "name=x&revision=1", headers: { "Content-Type": "text/plain" } };
  await expectFailure(world.call("POST", path, plain), 415, "unsupported_media_type");
  const form = {
    body: "name=Marta&revision=1",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "application/json",
    },
  };
  assert.equal((await expectData(world.call("POST", path, form))).approved_by_name, "Marta");
});

testOnEach("an offer that has lapsed is shown, and takes no answer", async (world) => {
  const { ana } = apis(world);
  const company = { phone: "600 123 123", email: "hola@primary.example" };
  await expectData(ana("PATCH", "/companies/1", company));
  const { id } = await quoteThatIs("sent", ana);
  const path = `/q/${await shareOf(ana, id)}`;
  await lapse(world, 1, id);
  const page = await visit(world, path);
  assertPage(page, 200, [
    ...["caducó el", "Pide uno nuevo a Primary", "Montaje"],
    "600 123 123 · hola@primary.example",
  ]);
  assert.doesNotMatch(page.body, /action="[^"]*\/(accept|reject)"/);
  assertPage(await post(world, `${path}/accept`, { name: "Marta" }), 410, [
    "ya no admite respuesta",
  ]);
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).status, "sent");
});

testOnEach("a link that opens nothing says so, and leads to no panel", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const revoked = await shareOf(ana, id);
  await expectData(ana("DELETE", `/quotes/${id}/share`));
  const expired = await shareOf(ana, id);
  await lapse(world, 1, id, "2020-01-01");
  for (const token of [revoked, expired]) {
    assertPage(await visit(world, `/q/${token}`), 410, ["Este enlace ya no vale"]);
    assertPage(await visit(world, `/q/${token}`, "en"), 410, ["This link no longer works"]);
    assertPage(await post(world, `/q/${token}/accept`, { name: "x" }), 410, ["ya no vale"]);
  }
  for (const token of ["rlq_x", `${expired}x`, "x", world.keys.shop]) {
    assertPage(await visit(world, `/q/${token}`), 404, ["no lleva a ningún presupuesto"]);
    assertPage(await post(world, `/q/${token}/reject`, { reason: "x" }), 404, ["no lleva"]);
  }
});

testOnEach("a link is opened thirty times a minute and address, then later", async (world) => {
  const pages = await Promise.all(Array.from({ length: 32 }, () => visit(world, "/q/rlq_x")));
  assert.equal(pages.filter(({ status }) => status === 404).length, 30);
  const limited = pages.find(({ status }) => status === 429)!;
  assertPage(limited, 429, ["Demasiadas visitas seguidas"]);
  assert.match(limited.headers.get("retry-after")!, /^\d+$/);
});

testOnEach("whatever a text says, it is text", async (world) => {
  const { ana } = apis(world);
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const company = { name: evil, legal_name: evil, tax_id: evil.slice(0, 40), address: evil };
  await expectData(ana("PATCH", "/companies/1", company));
  const client = { name: evil, legal_name: evil, address: evil, city: evil };
  const { id: client_id } = await expectData(ana("POST", "/clients", client), 201);
  const opportunity = { title: evil, client_id };
  const { id: opportunity_id } = await expectData(ana("POST", "/opportunities", opportunity), 201);
  const line = { ...plainLine, name: evil, description: evil, unit: evil.slice(0, 20), sku: evil };
  const texts = { title: evil, intro: evil, terms: evil, lines: [line], opportunity_id };
  const { id } = await quoteThatIs("sent", ana, texts);
  const path = `/q/${await shareOf(ana, id)}`;
  const answers = [
    await visit(world, path),
    await post(world, `${path}/accept`, { name: evil, more: evil }),
    await post(world, `${path}/reject`, { reason: evil.repeat(50) }),
  ];
  await post(world, `${path}/accept`, { name: evil });
  answers.push(await visit(world, path));
  for (const { status, body } of answers) {
    assert.ok([200, 422].includes(status), String(status));
    assert.doesNotMatch(body, /<script|<img/);
    assert.ok(body.split("&lt;script>").length > 8);
  }
  assert.ok(answers[1]!.body.includes(`value="&quot;>&lt;script>`));
});

testOnEach(
  "what is shown is the company's own: its name, its colour, its picture",
  async (world) => {
    const { ana } = apis(world);
    await expectData(ana("PATCH", "/companies/1", { color: "#00aa55", name: "Viveros Luz" }));
    const { id } = await draftQuote(ana);
    const path = `/q/${await shareOf(ana, id)}`;
    const styleOf = ({ body }: Answer) => /<style nonce="[0-9a-f]{32}">([^<]+)/.exec(body)?.[1];
    const revised = await visit(world, path);
    assertPage(revised, 200, ["Viveros Luz está preparando"]);
    assert.match(styleOf(revised)!, /^:root\{--accent:oklch\([\d.]+ [\d.]+ 15\d/);
    await expectData(ana("PATCH", "/companies/1", { logo: "https://elsewhere.example/x.png" }));
    await expectData(ana("POST", `/quotes/${id}/send`));
    const sent = await visit(world, path);
    assert.equal(styleOf(sent), styleOf(revised));
    assert.doesNotMatch(sent.body, /elsewhere|Relevo/);
    const logo = await world.call("PUT", "/api/admin/companies/1/logo", {
      member: people.ana,
      body: png(),
      headers: { "Content-Type": "image/png" },
    });
    await expectData(ana("POST", `/quotes/${id}/recall`));
    await expectData(ana("POST", `/quotes/${id}/send`));
    const pictured = await visit(world, path);
    assert.ok(pictured.body.includes(`src="${logo.body.data.logo}"`), pictured.body);
  },
);
