/** Access to a quotation's PDF, and its headers. */
import assert from "node:assert/strict";
import { addDays, dayIn, formatDay } from "@/lib/values/dates.ts";
import { readPdf, squeezed } from "../../support/pdf.ts";
import { deadline, patienceMs } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { png } from "./documents.ts";
import { apis, draftQuote, expectData, expectFailure, lapse, quoteThatIs } from "../scene.ts";

interface RequestOptions {
  member?: string;
  headers?: Record<string, string>;
}

/** Asks for a PDF and reads it. */
async function getPdf(world: World, path: string, { member, headers = {} }: RequestOptions = {}) {
  const identity: Record<string, string> = member
    ? { "Cf-Access-Jwt-Assertion": await world.tokenFor(member) }
    : {};
  const response = await fetch(world.url + path, { headers: { ...identity, ...headers } });
  const bytes = await response.bytes();
  assert.equal(response.status, 200, new TextDecoder().decode(bytes.subarray(0, 300)));
  assert.equal(response.headers.get("content-type"), "application/pdf");
  return { headers: response.headers, ...readPdf(bytes) };
}

const ofMember = (world: World, id: number, query = "") =>
  getPdf(world, `/api/admin/quotes/${id}/pdf${query}`, { member: people.ana });

testOnEach("a member prints a draft as it would be sent, then what was sent", async (world) => {
  const { ana } = apis(world);
  const draft = await draftQuote(ana, { title: "Cocina", valid_until: "2031-03-30" });
  const printed = await ofMember(world, draft.id);
  assert.equal(printed.headers.get("cache-control"), "private, no-store");
  assert.equal(printed.headers.get("x-content-type-options"), "nosniff");
  assert.equal(
    printed.headers.get("content-disposition"),
    `inline; filename="Presupuesto ${draft.number}.pdf"; ` +
      `filename*=UTF-8''Presupuesto%20${draft.number}.pdf`,
  );
  for (const word of ["BORRADOR", draft.number, "Cocina", "Montaje", "Total 121,00 €"]) {
    assert.ok(printed.text.includes(squeezed(word)), word);
  }

  await expectData(ana("POST", `/quotes/${draft.id}/send`));
  await expectData(ana("PATCH", `/clients/${draft.client.id}`, { name: "Otro nombre" }));
  await expectData(ana("PATCH", `/quotes/${draft.id}`, { valid_until: "2031-04-02" }));
  const sent = await ofMember(world, draft.id);
  for (const word of ["BORRADOR", "Otronombre", "30demarzode2031"]) {
    assert.ok(!sent.text.includes(word), word);
  }
  assert.ok(sent.text.includes("2deabrilde2031"), "the offer's last day was moved");

  await expectData(ana("POST", `/quotes/${draft.id}/recall`));
  const recalled = await ofMember(world, draft.id);
  for (const word of ["BORRADOR", "Revisión2", "Otronombre"]) {
    assert.ok(recalled.text.includes(word), word);
  }
  const first = await ofMember(world, draft.id, "?revision=1");
  assert.ok(first.text.includes("30demarzode2031") && !first.text.includes("BORRADOR"));
  for (
    const [query, status, code] of [
      ["?revision=2", 404, "not_found"],
      ["?revision=0", 422, "validation_failed"],
      ["?x=1", 422, "validation_failed"],
    ] as const
  ) {
    await expectFailure(ana("GET", `/quotes/${draft.id}/pdf${query}`), status, code);
  }
});

testOnEach(
  "another company's quotation is no quotation, and a trashed one is gone",
  async (world) => {
    const { ana, eva } = apis(world);
    const { id } = await draftQuote(ana);
    await expectFailure(eva("GET", `/quotes/${id}/pdf`), 404, "not_found");
    await expectFailure(
      world.call("GET", `/api/admin/quotes/${id}/pdf?company_id=1`, { member: people.eva }),
      403,
      "not_a_member",
    );
    await expectFailure(world.call("GET", `/api/admin/quotes/${id}/pdf`), 401, "unauthorized");
    await expectData(ana("DELETE", `/quotes/${id}`));
    await expectFailure(ana("GET", `/quotes/${id}/pdf`), 404, "not_found");
  },
);

testOnEach("a link prints what was sent while it and the offer are valid", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const draft = await draftQuote(ana, { language: "en" });
  const { token } = await expectData(ana("POST", `/quotes/${draft.id}/share`, {}), 201);
  const path = `/q/${token}/pdf`;
  await expectFailure(world.call("GET", path), 409, "invalid_transition");
  await expectData(ana("POST", `/quotes/${draft.id}/send`));
  const sent = await getPdf(world, path);
  assert.ok(sent.text.includes(squeezed("Total €121.00")), sent.text);
  assert.equal(sent.headers.get("x-robots-tag"), "noindex");
  assert.equal(sent.headers.get("referrer-policy"), "no-referrer");
  assert.equal(sent.headers.get("cache-control"), "private, no-store");
  assert.match(sent.headers.get("content-disposition")!, /^inline; filename="Quotation /);
  const { share } = await expectData(ana("GET", `/quotes/${draft.id}`));
  assert.equal(share.views, 0, "a PDF is no second view");

  await expectData(ana("POST", `/quotes/${draft.id}/recall`));
  await expectFailure(world.call("GET", path), 409, "invalid_transition");
  await expectData(ana("POST", `/quotes/${draft.id}/send`));
  const yesterday = addDays(dayIn("Europe/Madrid", new Date()), -1);
  await lapse(world, 1, draft.id, yesterday);
  const day = formatDay(yesterday, "en").replaceAll(" ", "");
  assert.ok((await getPdf(world, path)).text.includes(day));

  for (const wrong of ["/q/rlq_x/pdf", `/q/${token}x/pdf`]) {
    await expectFailure(world.call("GET", wrong), 404, "not_found");
  }
  await expectData(ana("DELETE", `/quotes/${draft.id}/share`));
  await expectFailure(world.call("GET", path), 410, "link_expired");
  const visit = { headers: { Accept: "text/html,*/*", "Accept-Language": "en" } };
  const page = await world.call("GET", path, visit);
  assert.equal(page.status, 410);
  assert.ok(page.body.includes("This link no longer works"));
  assert.ok(!page.body.includes("/panel"));
});

testOnEach("the company's picture stays what it was when the quotation was sent", async (world) => {
  const { ana } = apis(world);
  const upload = (body: Uint8Array<ArrayBuffer>) =>
    expectData(world.call("PUT", "/api/admin/companies/1/logo", {
      member: people.ana,
      body,
      headers: { "Content-Type": "image/png" },
    }));
  await upload(png({ width: 40 }));
  const { id } = await quoteThatIs("sent", ana);
  await expectData(ana("PATCH", "/companies/1", { logo: "https://pictures.example/x.png" }));
  const printed = await ofMember(world, id);
  assert.equal(printed.images, 1);
  await expectData(ana("POST", `/quotes/${id}/recall`));
  const now = await ofMember(world, id);
  assert.deepEqual([now.images, now.text.startsWith("Primary")], [0, true]);
});

testOnEach("no connection is held while a quotation is printed", async (world) => {
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const { token } = await expectData(ana("POST", `/quotes/${id}/share`, {}), 201);
  const { pdfRenderer } = world.services;
  const print = pdfRenderer.print.bind(pdfRenderer);
  const texts: string[] = [];
  pdfRenderer.print = async (printable, companyId) => {
    // The embedded database has one connection: if it were held, this would hang.
    await deadline(expectData(ana("GET", `/quotes/${id}`)), patienceMs, "another request");
    texts.push(printable.document.number);
    return await print(printable, companyId);
  };
  await ofMember(world, id);
  await getPdf(world, `/q/${token}/pdf`);
  assert.equal(texts.length, 2);
});
