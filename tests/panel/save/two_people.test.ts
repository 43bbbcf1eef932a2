/** Fields of one record under the hands of two people, and on a connection that is lost. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { apiOf, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { browserOf, testInBrowser } from "../scene.ts";

interface Record {
  world: World;
  /** The page of Luis, who has the record open. */
  page: Page;
  path: string;
  read(): ReturnType<typeof expectData>;
}

function testRecord(name: string, walk: (record: Record) => Promise<void>): void {
  testInBrowser(name, async (world) => {
    const api = apiOf(world, people.ana);
    const { id } = await expectData(api("POST", "/clients", { name: "Muebles Ruiz" }), 201);
    const path = `/panel/clients/${id}?company_id=1`;
    await using luis = await browserOf(world, "luis");
    await go(luis.page, world, path);
    const read = () => expectData(api("GET", `/clients/${id}`));
    await walk({ world, page: luis.page, path, read });
  });
}

async function go(page: Page, { url }: World, path: string): Promise<void> {
  await page.goto(url + path);
  await alive(page);
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.keyboard.press("Enter");
}

testRecord(
  "two people change different fields of a record without a question",
  async ({ world, page, path, read }) => {
    await using ana = await browserOf(world, "ana");
    await go(ana.page, world, path);
    await write(ana.page, "Población", "Madrid");
    await until(async () => (await read()).city === "Madrid");
    await write(page, "NIF", "B11111111");
    await until(async () => (await read()).tax_id === "B11111111");
    assert.equal((await read()).city, "Madrid");
  },
);

testRecord(
  "a field that both changed is asked about, though the feed told of it",
  async ({ world, page, path, read }) => {
    await using ana = await browserOf(world, "ana");
    await go(ana.page, world, path);
    await page.getByLabel("Provincia").fill("Toledo");
    await write(ana.page, "Provincia", "Madrid");
    await until(async () => (await read()).region === "Madrid");
    await page.getByLabel("Provincia").press("Enter");
    await page.getByText("Alguien lo ha cambiado a la vez").waitFor();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await until(async () => (await read()).region === "Toledo");
  },
);

testRecord(
  "a field typed without a network is kept, and sent when it is back",
  async ({ page, read }) => {
    await page.context().setOffline(true);
    await write(page, "Población", "Getafe");
    await page.getByText(/Guardado en este navegador/).waitFor();
    await page.context().setOffline(false);
    await until(async () => (await read()).city === "Getafe");
    await page.getByText(/^Guardado \d\d:\d\d/).waitFor();
  },
);

testRecord(
  "a field taken back without a network is sent neither then nor later",
  async ({ world, page, path, read }) => {
    await write(page, "Población", "Madrid");
    await until(async () => (await read()).city === "Madrid");
    await page.context().setOffline(true);
    await write(page, "Población", "Parla");
    await page.getByText(/Guardado en este navegador/).waitFor();
    await page.getByLabel("Población").press("Escape");
    assert.equal(await page.getByLabel("Población").inputValue(), "Madrid");
    await page.getByText(/Guardado en este navegador/).waitFor({ state: "detached" });
    await page.context().setOffline(false);
    await write(page, "Provincia", "Ávila");
    await until(async () => (await read()).region === "Ávila");
    await go(page, world, path);
    await write(page, "Provincia", "Soria");
    await until(async () => (await read()).region === "Soria");
    assert.equal((await read()).city, "Madrid");
  },
);

testRecord(
  "a field that is being typed when the page is left is there again, and saved",
  async ({ world, page, path, read }) => {
    await page.getByLabel("Población").fill("Alcalá de Henares");
    await go(page, world, path);
    assert.equal(await page.getByLabel("Población").inputValue(), "Alcalá de Henares");
    await until(async () => (await read()).city === "Alcalá de Henares");
  },
);

testRecord(
  "a field typed while its save is on its way is saved after it",
  async ({ world, page, path, read }) => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/admin/clients/*", async (route) => {
      if (route.request().method() === "PATCH") await gate.promise;
      await route.continue();
    });
    await write(page, "Población", "Alcalá");
    await page.keyboard.type(" la Real");
    gate.resolve();
    await until(async () => (await read()).city === "Alcalá");
    await page.getByText(/^Guardado/).waitFor();
    assert.equal(await page.getByLabel("Población").inputValue(), "Alcalá la Real");
    await go(page, world, path);
    await until(async () => (await read()).city === "Alcalá la Real");
  },
);

testRecord(
  "a form that was given up is empty until an undo brings it back",
  async ({ world, page }) => {
    await go(page, world, "/panel/clients?company_id=1");
    await page.keyboard.press("c");
    const sheet = page.locator("dialog.sheet", { hasText: "Nuevo cliente" });
    const name = sheet.getByLabel("Nombre", { exact: true });
    // Typing goes into its first field at once, spaces too.
    await page.keyboard.type("Bar Tertulia");
    assert.equal(await name.inputValue(), "Bar Tertulia");
    await page.keyboard.press("Escape");
    await page.getByText("Borrador descartado").waitFor();
    assert.equal(await name.inputValue(), "");
    await page.getByRole("button", { name: "Deshacer" }).click();
    await sheet.waitFor();
    assert.equal(await name.inputValue(), "Bar Tertulia");
  },
);
