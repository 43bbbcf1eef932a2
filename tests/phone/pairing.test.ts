/** A phone is paired, with one company and with two, and taken back. */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { codeFor, keptTitles, phoneBrowser, rowOf, send } from "./support/hand.ts";

// A browser that is paired with nobody hears 401, and a wrong code 410.
const expected = /status of 4(01|10)/;

testInBrowser("a phone is paired by typing, by a link, and taken back", async (world) => {
  await using browser = await phoneBrowser({ permissions: ["notifications"] });
  const { page, context, watch } = browser;
  await leadsIphonesHome(context, world);
  // A push service that never answers keeps nobody from pairing.
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => new Promise(() => {});
  });
  await typesCode(page, world);
  await pairsBySecondLink(page, world);
  await unpairs(page);
  await isUnpairedElsewhere(page, world);
  watch.assertClean({ allow: expected });
});

async function typesCode(page: Page, world: World) {
  await page.goto(`${world.url}/phone`);
  const field = page.getByLabel("Código", { exact: true });
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

async function pairsBySecondLink(page: Page, world: World) {
  const code = await codeFor(world, "eva", world.keys.studio);
  await page.goto("about:blank");
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
  await page.getByRole("button", { name: "Desvincular de Design…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Desvincular de Design…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Desvincular" }).click();
  await page.getByText("Desvinculado de Design").waitFor();
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

/** What is taken back in the panel leaves the open app, with all that came by it. */
async function isUnpairedElsewhere(page: Page, world: World) {
  const { shop: key } = world.keys;
  const devices = (await world.call("GET", "/api/devices?userId=maria", { key })).body.data;
  for (const { id } of devices) await world.call("DELETE", `/api/devices/${id}`, { key });
  await page.reload();
  await page.getByRole("heading", { name: "Vincular este teléfono" }).waitFor();
  assert.equal(await rowOf(page, "Bienvenida").count(), 0);
  assert.deepEqual(await keptTitles(page), [], "nothing of it is kept on the phone");
}
