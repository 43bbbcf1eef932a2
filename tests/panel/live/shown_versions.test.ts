/**
 * What is sent is what was shown: a dialog that shows before it acts says which state it showed.
 * tests/tidy/dialogs.test.ts lists them all. Beside dialogs: all rows of a list send `matches`, the
 * number that the bar says; board cards, stages, task lines and the calendar send a `version`; undos
 * spare what somebody has changed since.
 */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { draftQuote, plainLine, quoteThatIs } from "../../sales/scene.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser(
  "a draft that changed behind its preview is drawn anew and not sent",
  async (world) => {
    const ana = apiOf(world, people.ana, 1);
    const luis = apiOf(world, people.luis, 1);
    const { id } = await draftQuote(ana, { lines: [plainLine, { ...plainLine, name: "Portes" }] });
    const state = async () => (await expectData(ana("GET", `/quotes/${id}`))).status;
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/quotes/${id}?company_id=1`);
    await alive(page);
    await page.getByRole("button", { name: "Enviar…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Enviar presupuesto" });
    const preview = dialog.locator(".quote-preview");
    await preview.getByText("Montaje").waitFor();
    const send = dialog.getByRole("button", { name: "Enviar y crear enlace" });
    await send.waitFor();

    await expectData(luis("PUT", `/quotes/${id}/lines`, {
      lines: [{ ...plainLine, unit_price: 5000 }],
    }));
    await send.click();
    const alert = dialog.getByRole("alert");
    await alert.getByText("no se ha enviado").waitFor();
    assert.match(await alert.innerText(), /Línea quitada: Portes/);
    assert.match(await alert.innerText(), /Montaje: antes 2 × 50,00\s€.*ahora 2 × 5\.000,00\s€/);
    assert.match(await alert.innerText(), /Total: antes 242,00\s€, ahora 12\.100,00\s€/);
    assert.match(await preview.innerText(), /12\.100,00/);
    assert.equal(await state(), "draft");
    await assertSound(page, "a preview drawn anew");

    await send.click();
    await page.getByText("Haz llegar este enlace").waitFor();
    assert.equal(await state(), "sent");
    watch.assertClean({ allow: /409/ });
  },
);

testInBrowser("a move asked about goes for what was on the page", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = apiOf(world, people.luis, 1);
  const { id } = await quoteThatIs("sent", ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/quotes/${id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "Aceptar…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Anotar la aceptación" });
  await dialog.waitFor();

  await expectData(luis("POST", `/quotes/${id}/recall`));
  await expectData(luis("PUT", `/quotes/${id}/lines`, {
    lines: [{ ...plainLine, unit_price: 60 }],
  }));
  await expectData(luis("POST", `/quotes/${id}/send`));
  const answer = dialog.getByRole("button", { name: "Anotar aceptación" });
  await answer.click();
  const alert = dialog.getByRole("alert");
  await alert.getByText("Montaje: antes").waitFor();
  assert.match(await alert.innerText(), /antes 2 × 50,00\s€.*ahora 2 × 60,00\s€/);
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).status, "sent");
  await answer.click();
  await page.getByText("Presupuesto aceptado").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByText("Deshecho").waitFor();
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).status, "sent");
  watch.assertClean({ allow: /409/ });
});

testInBrowser("a change of all rows reaches the rows that the bar counted", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  for (const name of ["Sol 1", "Sol 2", "Sol 3"]) {
    await expectData(ana("POST", "/clients", { name }), 201);
  }
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  // A page that hears of changes late.
  await page.route("**/api/admin/changes?*", (route) => route.abort());
  await page.goto(`${world.url}/panel/clients?q=sol&per_page=2&company_id=1`);
  await alive(page);
  await page.getByLabel("Seleccionar la página").check();
  const bar = page.getByRole("toolbar", { name: "Lo seleccionado" });
  await bar.getByRole("button", { name: /3/ }).click();
  await bar.getByText("3 seleccionados").waitFor();

  await expectData(apiOf(world, people.luis, 1)("POST", "/clients", { name: "Sol 4" }), 201);
  await bar.getByRole("button", { name: "Papelera" }).click();
  await page.getByText("Alguien lo ha cambiado mientras tanto").waitFor();
  const { meta } = (await ana("GET", "/clients?q=sol")).body;
  assert.equal(meta.total, 4, "nothing was trashed");
  watch.assertClean({ allow: /409|ERR_FAILED/ });
});

testInBrowser("the API refuses another number of matches", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  await expectData(ana("POST", "/clients", { name: "Sol" }), 201);
  const change = { filter: { q: "sol" }, tags: { add: ["x"] } };
  const refused = await expectFailure(
    ana("POST", "/clients/bulk", { ...change, matches: 2 }),
    409,
    "version_conflict",
  );
  assert.equal(refused.details.count, 1);
  const odd = await expectFailure(
    ana("POST", "/clients/bulk", { ids: [1], matches: 1, trash: true }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(odd.fields), ["matches"]);
  await expectData(ana("POST", "/clients/bulk", { ...change, matches: 1 }));
});
