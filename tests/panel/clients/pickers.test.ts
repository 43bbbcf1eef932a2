/** A picker of clients makes the one that it does not find; new work is its maker's. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { people } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("an opportunity's form makes the client that it does not find", async (world) => {
  const api = apiOf(world, people.ana);
  const { id: me } = await expectData(api("GET", "/me"));
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const sheet = page.getByRole("dialog", { name: "Nueva oportunidad" });
  const write = async (title: string) => {
    await page.goto(`${world.url}/panel/opportunities`);
    await alive(page);
    await page.keyboard.press("c");
    await sheet.getByLabel("Título").fill(title);
    return sheet.getByLabel("Cliente");
  };

  const client = await write("Bodega entera");
  await client.fill("Bodegas Nuevas SL hola@bodegas.example");
  const offer = sheet.getByRole("option", { name: "Crear el cliente «Bodegas Nuevas SL»" });
  await offer.waitFor();
  await assertSound(page, "a picker that makes a client");
  await screenshot(page, "picker-creates");
  await page.keyboard.press("Enter");
  await page.locator(".toast").filter({ hasText: "Cliente creado: Bodegas Nuevas SL" }).waitFor();
  assert.equal(await client.inputValue(), "Bodegas Nuevas SL");
  assert.equal(await sheet.getByLabel("Responsable").inputValue(), String(me));
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/panel\/opportunities\/\d+/);
  const [opportunity] = await expectData(api("GET", "/opportunities?q=bodega"));
  assert.deepEqual([opportunity.client.name, opportunity.assignee.id], ["Bodegas Nuevas SL", me]);
  const [newClient] = await expectData(api("GET", "/clients?q=bodegas"));
  assert.deepEqual([newClient.email, newClient.kind], ["hola@bodegas.example", "company"]);

  // Nobody is a choice. A name that is there already is found, and makes no second client.
  const again = await write("De nadie");
  await again.fill("bodegas");
  await sheet.getByRole("option", { name: "Bodegas Nuevas SL", exact: true }).click();
  await sheet.getByLabel("Responsable").selectOption("");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/panel\/opportunities\/\d+/);
  const [nobodys] = await expectData(api("GET", "/opportunities?q=nadie"));
  assert.equal(nobodys.assignee, null);
  assert.equal((await expectData(api("GET", "/clients"))).length, 1);

  // A client that is refused makes nothing, and what was typed elsewhere stays.
  const wrong = await write("Sin cobertura");
  await wrong.fill("Taller Lejano");
  await sheet.getByRole("option", { name: /Crear el cliente/ }).waitFor();
  await browser.context.setOffline(true);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Sin conexión" }).first().waitFor();
  await browser.context.setOffline(false);
  assert.equal(await sheet.getByLabel("Título").inputValue(), "Sin cobertura");
  assert.equal((await expectData(api("GET", "/clients"))).length, 1);
  watch.assertClean({ allow: /INTERNET_DISCONNECTED/ });
});

testInBrowser("an amount that nobody gave is empty, not 0", async (world) => {
  const api = apiOf(world, people.ana);
  const client = await expectData(api("POST", "/clients", { name: "Bodegas Nuevas SL" }), 201);
  const { id } = await expectData(
    api("POST", "/opportunities", { title: "Diez mesas", client_id: client.id }),
    201,
  );
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const read = async () => {
    const { amount, amount_source } = await expectData(api("GET", `/opportunities/${id}`));
    return [amount, amount_source];
  };
  await page.goto(`${world.url}/panel/opportunities/${id}`);
  await alive(page);
  const amount = page.getByLabel("Importe neto");
  const head = page.locator("[data-region=head]");
  assert.equal(await amount.inputValue(), "");
  assert.doesNotMatch(await head.innerText(), /€/);

  // Passing through it gives none; a 0 after another amount is one.
  await amount.focus();
  await page.keyboard.press("Tab");
  assert.deepEqual(await read(), [0, "quote"]);
  for (const [text, looks] of [["1200", /1\.?200,00\s€/], ["0", /^0,00\s€/]] as const) {
    await amount.fill(text);
    await page.keyboard.press("Tab");
    await head.getByText(looks).first().waitFor();
    assert.deepEqual(await read(), [Number(text), "manual"]);
  }
  await amount.fill("");
  await page.keyboard.press("Tab");
  await head.getByText("€").first().waitFor({ state: "hidden" });
  assert.deepEqual(await read(), [0, "quote"]);
  assert.equal(await amount.inputValue(), "");
  watch.assertClean();
});
