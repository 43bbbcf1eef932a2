/** The frame around every page: palette, keys, company, language and theme, errors inside it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive, undo } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

/** Opens a page and waits until its islands answer. */
async function go(page: Page, world: World, path: string): Promise<void> {
  await page.goto(`${world.url}${path}`);
  await alive(page);
}

async function makeClient(world: World, name: string, companyId = 1) {
  const { body } = await world.call("POST", `/api/admin/clients?company_id=${companyId}`, {
    member: "luis@relevo.example",
    json: { name },
  });
  return body.data.id as number;
}

/** Luis, who is in two companies, and a client in the first. */
function testFrame(
  name: string,
  walk: (frame: { world: World; page: Page; client: number }) => Promise<void>,
): void {
  testInBrowser(name, async (world) => {
    const client = await makeClient(world, "Muebles Ruiz");
    await using browser = await browserOf(world, "luis");
    await walk({ world, page: browser.page, client });
  });
}

testFrame(
  "the palette finds a record, leads to it, and shows it first from then on",
  async ({ world, page, client }) => {
    await go(page, world, "/panel?company_id=1");
    await page.keyboard.press("Control+K");
    await page.keyboard.type("ruiz");
    await page.getByRole("option", { name: "Muebles Ruiz" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/panel/clients/${client}?company_id=1`);
    await alive(page);
    await go(page, world, "/panel/clients?company_id=1");
    await page.keyboard.press("Control+K");
    await page.getByRole("option").first().filter({ hasText: "Muebles Ruiz" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog:modal"));
  },
);

testFrame(
  "keys open help, a list's rows and a new record's form",
  async ({ world, page, client }) => {
    await go(page, world, "/panel/clients?company_id=1");
    const help = page.getByRole("dialog", { name: "Atajos de teclado" });
    await page.keyboard.press("?");
    await help.waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog:modal"));
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/panel/clients/${client}?company_id=1`);
    await page.goBack();
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("Muebles Ruiz"));
    await page.keyboard.press("c");
    await page.getByLabel("Nombre").fill("Bar Tertulia");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Bar Tertulia" }).waitFor();
  },
);

testFrame("a field saves itself and draws the head anew", async ({ world, page, client }) => {
  await go(page, world, `/panel/clients/${client}?company_id=1`);
  await page.getByLabel("Nombre").fill("Muebles Ruiz e Hijos");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Muebles Ruiz e Hijos" }).waitFor();
});

testFrame("the trash is one press, and so is the way back", async ({ world, page, client }) => {
  await go(page, world, `/panel/clients/${client}?company_id=1`);
  await page.getByRole("button", { name: "A la papelera" }).click();
  await page.waitForURL("**/panel/clients?company_id=1");
  assert.equal(await page.getByText("Muebles Ruiz").count(), 0);
  await undo(page, "Cliente en la papelera");
  await page.getByRole("link", { name: "Muebles Ruiz" }).waitFor();
  await page.getByRole("status").getByText("Deshecho").waitFor();
  await go(page, world, "/panel/clients?company_id=1");
  assert.equal(await page.getByRole("status").getByText(/./).count(), 0, "shown once");
});

testFrame(
  "the palette offers a page of the exact name before recent records",
  async ({ world, page }) => {
    const namesake = await makeClient(world, "Equipo Sur");
    await go(page, world, `/panel/clients/${namesake}?company_id=1`);
    await page.keyboard.press("Control+K");
    await page.keyboard.type("equipo");
    await page.getByRole("option", { name: "Equipo Sur" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/panel/employees?company_id=1");
  },
);

testFrame(
  "two tabs hold two companies, and switching leads to the same section",
  async ({ world, page, client }) => {
    await makeClient(world, "Estudio Norte", 2);
    await go(page, world, `/panel/clients/${client}?company_id=1`);
    const other = await page.context().newPage();
    await other.goto(`${world.url}/panel/clients?company_id=2`);
    assert.equal(await other.getByText("Muebles Ruiz").count(), 0);
    await other.getByRole("link", { name: "Estudio Norte" }).waitFor();
    await page.getByRole("button", { name: /Cambiar de empresa/ }).click();
    const links = await page.locator("#companies a").evaluateAll((all) =>
      all.map((link) => link.getAttribute("href"))
    );
    assert.ok(links.includes("/panel/clients?company_id=2"), String(links));
  },
);

testFrame(
  "a record of another company is an error within the frame",
  async ({ world, page, client }) => {
    const missing = await page.goto(`${world.url}/panel/clients/${client}?company_id=2`);
    assert.equal(missing!.status(), 404);
    await page.getByRole("navigation", { name: "Secciones" }).first().waitFor();
  },
);

testFrame(
  "language and theme are known in the first byte of the next page",
  async ({ world, page }) => {
    const lang = () => page.locator("html").getAttribute("lang");
    await go(page, world, "/panel?company_id=1");
    const saved = async (json: object) => {
      await world.call("PATCH", "/api/admin/me", { member: "luis@relevo.example", json });
      await page.reload();
    };
    await saved({ language: "en", theme: "dark" });
    assert.equal(await lang(), "en");
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await page.getByRole("link", { name: "Clients" }).waitFor();
    await assertSound(page, "home, dark by choice");
    await saved({ language: null, theme: null });
    assert.equal(await lang(), "es");
  },
);

testInBrowser(
  "a part that failed to load says so and is loaded at the next press",
  async (world) => {
    await using browser = await browserOf(world, "luis");
    const { context, page, watch } = browser;
    await go(page, world, "/panel/clients?company_id=1");
    await context.setOffline(true);
    await page.keyboard.press("?");
    await page.getByRole("alert").getByText(/^Sin conexión/).waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await context.setOffline(false);
    const scripts = "**/_fresh/js/**";
    await page.route(scripts, (route) => route.abort());
    await page.keyboard.press("?");
    await page.getByRole("alert").getByText(/^El servidor ha respondido/).waitFor();
    const reload = page.getByRole("button", { name: "Recargar" });
    assert.equal(await reload.count(), 1);
    await page.getByRole("button", { name: "Excel" }).click();
    await page.getByRole("alert").getByText(/^No se ha podido construir el archivo/).waitFor();
    await page.unroute(scripts);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Atajos de teclado" }).waitFor();
    await page.keyboard.press("Escape");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Excel" }).click();
    assert.match((await file).suggestedFilename(), /\.xlsx$/);
    // Nor is the page cut off from what others change.
    await until(() => world.services.feeds.count === 1, { what: "the page's feed" });
    watch.assertClean({ allow: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
  },
);

testInBrowser("an old bookmark shows the list and says what was ignored", async (world) => {
  await makeClient(world, "Muebles Ruiz");
  await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  const { page } = browser;
  await go(page, world, "/panel/clients?company_id=1&sort=shoe_size&kind=planet&page=0");
  await page.getByText(/sort, kind, page|kind, page, sort|page, sort, kind/).waitFor();
  await page.getByRole("link", { name: "Muebles Ruiz" }).waitFor();
  await assertSound(page, "a list on a phone");
  await page.goto(`${world.url}/panel/clients?company_id=1&q=nobody`);
  await page.getByText("Nada coincide con los filtros.").waitFor();
  await page.getByRole("link", { name: "Quitar los filtros" }).click();
  await page.getByRole("link", { name: "Muebles Ruiz" }).waitFor();
});

testInBrowser("input of an ended session is kept and overwrites nobody later", async (world) => {
  const client = await makeClient(world, "Muebles Ruiz");
  const path = `/api/admin/clients/${client}`;
  const read = async () => (await world.call("GET", path, { member: people.ana })).body.data;
  await using browser = await browserOf(world, "luis");
  const { page, context } = browser;
  await go(page, world, `/panel/clients/${client}?company_id=1`);
  const claims = { email: people.luis, aud: "relevo-tests" };
  const ended = await world.keyServer.sign(claims, { expiresIn: -3600 });
  await context.setExtraHTTPHeaders({ "Cf-Access-Jwt-Assertion": ended });
  for (const [label, text] of [["Población", "Getafe"], ["Provincia", "Toledo"]] as const) {
    await page.getByLabel(label).fill(text);
    await page.keyboard.press("Enter");
    await page.getByText("Tu sesión ha terminado").waitFor();
  }
  const { city, version } = await read();
  assert.equal(city, null);
  const json = { region: "Madrid", version };
  const theirs = await world.call("PATCH", path, { member: people.ana, json });
  assert.equal(theirs.status, 200);

  await context.setExtraHTTPHeaders(await identityOf(world, "luis"));
  await page.reload();
  await until(async () => (await read()).city === "Getafe", { what: "what nobody else changed" });
  const ask = page.getByRole("dialog", { name: "Alguien lo ha cambiado a la vez" });
  await ask.waitFor();
  assert.equal((await read()).region, "Madrid");
  await ask.getByRole("radio").nth(1).check();
  await ask.getByRole("button", { name: "Guardar" }).click();
  await page.reload();
  await alive(page);
  assert.equal(await page.getByLabel("Provincia").inputValue(), "Madrid");
  assert.equal(await ask.count(), 0, "the question is not asked again");
});
