/** Two clients that are the same become one on its page, and two again. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { screenshot } from "../../support/browser.ts";
import { people, type World } from "../../support/world.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

testInBrowser("two clients are merged on the page of one, and separated", async (world) => {
  await using browser = await browserOf(world, "ana");
  await clientsMerge(world, browser.page);
  browser.watch.assertClean({ allow: /404|409|INTERNET_DISCONNECTED/ });
});

/** Two clients that are the same, merged and separated on the page of one. */
async function clientsMerge(world: World, page: Page) {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: unknown) => expectData(ana("POST", path, json), 201);
  const [stays, goes] = [
    await make("/clients", { name: "Aire SL", email: "hola@aire.example", city: "Lugo" }),
    await make("/clients", { name: "Aire", email: "otro@aire.example", tax_id: "B1234" }),
  ];
  await make("/opportunities", { title: "Toldo", client_id: goes.id });
  await page.goto(`${world.url}/panel/clients/${stays.id}`);
  await alive(page);
  await page.getByRole("button", { name: "Más", exact: true }).click();
  await page.getByRole("button", { name: "Combinar con otro…" }).click();
  const dialog = page.getByRole("dialog", { name: "Combinar dos clientes" });
  await dialog.getByLabel("Otro cliente").click();
  await page.keyboard.type("aire");
  await dialog.getByRole("option", { name: /B1234/ }).click();
  await dialog.getByText("Pasan a este cliente: 1 oportunidad").waitFor();
  await dialog.getByText("Se completa: NIF").waitFor();
  await dialog.getByText("Se sigue conociendo por otro@aire.example").waitFor();
  await dialog.getByText("Donde difieren queda lo de este: nombre").waitFor();
  await screenshot(page, "panel-merge-clients");
  // A failure is said in the dialog, which stays.
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Combinar" }).click();
  await dialog.getByRole("alert").getByText("Sin conexión").waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Combinar" }).click();
  await page.getByRole("link", { name: "Toldo" }).first().waitFor();
  await page.getByRole("link", { name: "otro@aire.example" }).waitFor();
  await page.goto(`${world.url}/panel/clients/${goes.id}`);
  await page.getByText("«Aire» se combinó con esta ficha.").waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("button", { name: "Separar Aire", exact: true }).scrollIntoViewIfNeeded();
    await assertSound(page, `combined client ${width}`);
    await screenshot(page, `panel-combined-client-${width}`);
  }
  await alive(page);
  await page.getByRole("button", { name: "Separar Aire", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Abrir", exact: true }).click();
  await page.getByRole("heading", { name: "Aire", exact: true }).waitFor();
  await page.getByRole("link", { name: "Toldo" }).first().waitFor();
  assert.equal((await expectData(ana("GET", `/clients/${stays.id}`))).tax_id, null);
  await mergeDifferentTaxIds(world, page, { stays, goes });
}

interface Client {
  id: number;
  version: number;
}

/** Two that may be two companies: only who says so merges them. */
async function mergeDifferentTaxIds(
  world: World,
  page: Page,
  { stays, goes }: { stays: Client; goes: Client },
) {
  const ana = apiOf(world, people.ana);
  const taxIds = { tax_id: "B9999", notes: "Paga tarde" };
  await expectData(ana("PATCH", `/clients/${stays.id}`, taxIds));
  await expectData(ana("PATCH", `/clients/${goes.id}`, { notes: "Con perro" }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${world.url}/panel/clients/${stays.id}`);
  await alive(page);
  await page.getByRole("button", { name: "Más", exact: true }).click();
  await page.getByRole("button", { name: "Combinar con otro…" }).click();
  const dialog = page.getByRole("dialog", { name: "Combinar dos clientes" });
  await dialog.getByLabel("Otro cliente").click();
  await page.keyboard.type("aire");
  await dialog.getByRole("option", { name: /B1234/ }).click();
  await dialog.getByText("Las observaciones se juntan").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Combinar" }).isDisabled());
  await assertSound(page, "different tax ids");
  await dialog.getByLabel("Tienen NIF distintos. Aun así son el mismo cliente.").check();
  await dialog.getByRole("button", { name: "Combinar" }).click();
  await page.getByText("NIF: B1234").waitFor();
  const { tax_id, notes } = await expectData(ana("GET", `/clients/${stays.id}`));
  assert.deepEqual([tax_id, notes], ["B9999", "Paga tarde\n\nCon perro"]);
}
