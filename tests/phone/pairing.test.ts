/** A phone is paired, with one company and with two, and taken back. */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { testInBrowser } from "../panel/scene.ts";
import type { LaunchedBrowser } from "../support/browser.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { codeFor, holdPairing, keptTitles, phoneBrowser, rowOf, send } from "./support/hand.ts";

// A pairing that has ended hears 401, a wrong code 410, and too many of them 429.
const expected = /status of 4(01|10|29)/;

testInBrowser("a phone is paired by typing, by a link, and taken back", async (world) => {
  await using browser = await phoneBrowser({ permissions: ["notifications"] });
  const { page, context, watch } = browser;
  await leadsIphonesHome(context, world);
  // A push service that never answers keeps nobody from pairing.
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => new Promise(() => {});
  });
  await page.goto(`${world.url}/phone`);
  await page.getByLabel("Código", { exact: true }).waitFor();
  assert.deepEqual(watch.errors, [], "a first visit is no error");
  await typesCode(page, world);
  await isOnePersonTwice(browser, world);
  await pairsBySecondLink(page, world);
  await unpairs(page);
  await isUnpairedElsewhere(page, world);
  await showsUntilWhen(page, world);
  watch.assertClean({ allow: expected });
});

async function typesCode(page: Page, world: World) {
  const field = page.getByLabel("Código", { exact: true });
  assert.equal(await field.getAttribute("autocorrect"), "off");
  await field.fill("nada");
  await page.keyboard.press("Enter");
  await page.getByText("El código tiene ocho letras y cifras").waitFor();
  await field.fill("00000000");
  await page.keyboard.press("Enter");
  await page.getByText("Ese código no vale").waitFor();
  // As people type: small letters, with spaces.
  await field.fill((await codeFor(world, "maria")).toLowerCase().replace(/(.{4})/, "$1 "));
  await page.getByLabel(/Nombre de este teléfono/).fill("El de María");
  await page.getByRole("button", { name: "Vincular" }).click();
  await page.getByText("Teléfono vinculado con Primary").waitFor();
  await page.getByText("Nada por ahora").waitFor();
  await page.getByText("Primary · maria").waitFor();
  // It is live at once.
  await send(world, { title: "Bienvenida" });
  await rowOf(page, "Bienvenida").waitFor();
}

/** A person who pairs again is still one: one list, counted once; another user is told apart. */
async function isOnePersonTwice(browser: LaunchedBrowser, world: World) {
  const { page } = browser;
  await holdPairing(world, browser, "maria");
  await page.addInitScript(() => {
    const titles: string[] = [];
    Object.assign(globalThis, { titles });
    new MutationObserver(() => titles.push(document.title))
      .observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.reload();
  await rowOf(page, "Bienvenida").waitFor();
  await page.getByText("Primary · maria", { exact: true }).waitFor();
  await send(world, { title: "Otra vez" });
  await rowOf(page, "Otra vez").waitFor();
  const counted = await page.waitForFunction(() =>
    (globalThis as unknown as { titles: string[] }).titles.find((title) => /^\(/.test(title))
  );
  assert.equal(await counted.jsonValue(), "(1) Relevo");

  const luis = await holdPairing(world, browser, "luis");
  await page.reload();
  await page.getByText("Primary · maria · luis", { exact: true }).waitFor();
  await send(world, { title: "A los dos", userId: undefined, userIds: ["maria", "luis"] });
  const both = rowOf(page, "A los dos");
  await both.filter({ hasText: "Primary · maria" }).waitFor();
  await both.filter({ hasText: "Primary · luis" }).getByRole("link").click();
  await page.getByRole("article").getByText("Primary · luis").waitFor();
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await world.call("DELETE", `/api/devices/${luis}`, { key: world.keys.shop });
  await page.getByText("Primary · maria · luis", { exact: true }).waitFor({ state: "detached" });
  // Until all of the page is drawn anew, messages say whose they are too.
  await page.getByText("Primary · maria", { exact: true }).first().waitFor();
}

async function pairsBySecondLink(page: Page, world: World) {
  const code = await codeFor(world, "eva", world.keys.studio);
  await page.goto("about:blank");
  const paired = page.waitForResponse((response) => response.url().endsWith("/api/phone/pair"));
  // What the app asked at its start is answered late, and knows nothing of the new pairing.
  await page.route("**/api/phone/pairings?*", async (route) => {
    const response = await route.fetch();
    await paired;
    await route.fulfill({ response });
  }, { times: 1 });
  await page.goto(`${world.url}/phone#pair=${code}`);
  const field = page.getByLabel("Código", { exact: true });
  await until(async () => await field.inputValue() !== "", { what: "the code of the link" });
  assert.equal(new URL(page.url()).hash, "#pair", "the code stays in no address");
  await page.getByRole("button", { name: "Vincular" }).click();
  await page.getByText("Teléfono vinculado con Design").waitFor();
  await send(world, { title: "De la otra", userId: "eva" }, world.keys.studio);
  await rowOf(page, "De la otra").getByText("Design").waitFor();
  await rowOf(page, "Bienvenida").getByText("Primary").waitFor();
}

async function unpairs(page: Page) {
  await page.getByRole("button", { name: "Ajustes" }).click();
  await page.getByText("Mensajes para eva").waitFor();
  await page.getByText("El de María").waitFor();
  // What the app asks at its start is answered late, and still names the pairing that ends.
  const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.route("**/api/phone/pairings?*", async (route) => {
    const response = await route.fetch();
    await ended;
    await route.fulfill({ response });
  }, { times: 1 });
  await page.reload();
  const following = page.waitForRequest(/\/api\/phone\/stream/);
  await page.getByRole("button", { name: "Desvincular de Design…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Desvincular de Design…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Desvincular" }).click();
  await page.getByText("Desvinculado de Design").waitFor();
  const { searchParams } = new URL((await following).url());
  assert.equal(searchParams.get("devices"), null, "of two pairings one is left");
  const hasState = () => page.evaluate(() => history.state !== null);
  assert.ok(await hasState(), "the real Fresh would reload the page on coming back here");
  await page.getByRole("button", { name: "Volver a la lista" }).click();
  await rowOf(page, "Bienvenida").waitFor();
  assert.equal(await rowOf(page, "De la otra").count(), 0);
}

/** Safari and the installed app share nothing: a code must not be used up in Safari. */
async function leadsIphonesHome(context: BrowserContext, world: World) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)";
    Object.defineProperty(navigator, "userAgent", { value: iphone });
  });
  const code = await codeFor(world, "maria");
  await page.goto(`${world.url}/phone#pair=${code}`);
  await page.getByRole("heading", { name: "Primero, ponlo en tu pantalla de inicio" }).waitFor();
  await page.getByText(`${code.slice(0, 4)}-${code.slice(4)}`).waitFor();
  const later = await world.call("POST", "/api/phone/pair", { json: { code } });
  assert.equal(later.status, 201, "the code still works");
  await page.close();
}

/** After ten different wrong codes none is tried, and the phone's own clock says until when. */
async function showsUntilWhen(page: Page, world: World) {
  for (let n = 0; n < 10; n++) {
    await world.call("POST", "/api/phone/pair", { json: { code: `WRNG000${n}` } });
  }
  await page.getByLabel("Código", { exact: true }).fill(await codeFor(world, "maria"));
  const refused = page.waitForResponse((response) => response.url().endsWith("/api/phone/pair"));
  await page.keyboard.press("Enter");
  const { details } = await (await refused).json();
  const notice = page.getByText(/Hasta las \d\d:\d\d no se prueba ninguno/);
  await notice.waitFor();
  // The page counts from when it heard: a second later it may be the next minute.
  const hours = await page.evaluate((until) =>
    [0, 1].map((later) => {
      const minute = Math.ceil(Date.parse(until) / 60_000) + later;
      return new Date(minute * 60_000).toLocaleTimeString("es", {
        hour: "2-digit",
        minute: "2-digit",
      });
    }), details.until);
  const hour = /\d\d:\d\d/.exec(await notice.innerText())![0];
  assert.ok(hours.includes(hour), `${hour} is one of ${hours}`);
}

/** What is taken back in the panel leaves the open app, with all that came by it. */
async function isUnpairedElsewhere(page: Page, world: World) {
  const { shop: key } = world.keys;
  const devices = (await world.call("GET", "/api/devices?userId=maria", { key })).body.data;
  for (const { id } of devices) await world.call("DELETE", `/api/devices/${id}`, { key });
  await page.reload();
  await page.getByRole("heading", { name: "Vincular este teléfono" }).waitFor();
  assert.equal(await rowOf(page, "Bienvenida").count(), 0);
  await until(async () => (await keptTitles(page)).length === 0, {
    what: "nothing of it to be kept on the phone",
  });
}
