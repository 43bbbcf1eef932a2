/** Connecting WhatsApp and Facebook in five steps, each failing once and tried again alone. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  fillGraph,
  giveToken,
  ids,
  openScene,
  scopes,
  secret,
} from "../../channels/meta/connect/scene.ts";
import { payload } from "../../channels/meta/payloads.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const pages = "/panel/settings/channels";

/** Graph is down for so many calls. */
function breakGraph({ graph }: World, path: string, times = 1): void {
  const error = { code: 2, message: "Service temporarily unavailable", type: "OAuthException" };
  graph.faults.push({ path, times, answer: () => Response.json({ error }, { status: 503 }) });
}

testInBrowser(
  "five steps connect a number and a page, each tried again where it fails",
  async (world) => {
    fillGraph(world);
    world.graph.state.hookOrigin = world.url;
    const ana = apiOf(world, people.ana);
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    const step = (name: string) => page.locator(`[data-step=${name}]`);
    const done = (name: string) => step(name).and(page.locator("[data-done]")).waitFor();

    // 1: a secret that is not the app's.
    await page.goto(`${world.url}${pages}/meta-apps?company_id=1`);
    await alive(page);
    await step("app").getByLabel("Nombre").fill("Taller");
    await step("app").getByLabel("Identificador de la aplicación").fill(ids.app);
    await step("app").getByLabel("Clave secreta de la aplicación").fill("f".repeat(32));
    await step("app").getByRole("button", { name: "Guardar la aplicación" }).click();
    await page.getByRole("heading", { name: "Taller", level: 1 }).waitFor();
    await alive(page);
    const [app] = await expectData(ana("GET", "/meta-apps"));
    await step("app").getByRole("button", { name: "Comprobar" }).click();
    await step("app").getByText("Meta no acepta la clave secreta de la aplicación.").waitFor();
    await assertSound(page, "a secret that Meta does not take");
    await step("app").getByRole("button", { name: "Cambiar" }).click();
    const dialog = page.getByRole("dialog", { name: "Cambiar la aplicación" });
    await dialog.getByLabel("Clave secreta de la aplicación").fill(secret);
    await dialog.getByRole("button", { name: "Guardar" }).click();
    await dialog.waitFor({ state: "hidden" });
    await step("app").getByText("Meta no acepta").waitFor({ state: "hidden" });

    // 2: set by Relevo, once Meta is up.
    breakGraph(world, "/subscriptions", 3);
    await step("hook").getByRole("button", { name: "Que la ponga Relevo" }).click();
    await until(async () => await step("hook").getByText("Mal:").count() === 3);
    await assertSound(page, "a hook that is not set");
    await screenshot(page, "meta-hook-failed");
    await step("hook").getByRole("button", { name: "Que la ponga Relevo" }).click();
    await until(async () => await step("hook").getByText("Bien:").count() === 3);
    await done("hook");
    const hooks = world.graph.state.apps.get(ids.app)!.subscriptions;
    assert.deepEqual([...hooks.values()].map(({ url }) => url), Array(3).fill(app.hook));

    await choosesAccounts(page, world, app.id);
    await hearsTheFirst(page, world, app.hook);
    watch.assertClean({ allow: /409|422/ });
  },
  { hasGraph: true },
);

/** 3 and 4: a token, and what it reaches. */
async function choosesAccounts(page: Page, world: World, appId: number): Promise<void> {
  const step = (name: string) => page.locator(`[data-step=${name}]`);
  const token = step("token").getByLabel("Token de acceso");
  const look = step("token").getByRole("button", { name: "Ver qué alcanza" });
  await token.fill("unknown-token");
  await look.click();
  await step("token").getByText("Meta no acepta el token.").waitFor();
  await assertSound(page, "a token that Meta does not take");
  await token.fill(giveToken(world, { text: "poor-token", scopes: [], reaches: [] }));
  await look.click();
  await step("accounts").getByText("no alcanza ningún número").waitFor();
  const text = giveToken(world, { text: "system-token", scopes });
  await token.fill(text);
  await page.keyboard.press("Enter");
  const rows = step("accounts").getByRole("listitem");
  await until(async () => await rows.count() === 3, { what: "what the token reaches" });
  await step("token").and(page.locator("[data-done]")).waitFor();
  await assertSound(page, "what a token reaches");
  await screenshot(page, "meta-assets");

  // Somebody else connects the page meanwhile; Meta has trouble with the number.
  const ana = apiOf(world, people.ana);
  const connect = step("accounts").getByRole("button", { name: "Conectar 2 cuentas" });
  await rows.filter({ hasText: "WhatsApp" }).getByRole("checkbox").check();
  await rows.filter({ hasText: "Instagram" }).getByRole("checkbox").check();
  const settings = {
    ...{ meta_app_id: appId, login: "page" },
    ...{ page_id: ids.page, ig_id: ids.instagram },
  };
  const other = { kind: "instagram", settings, secrets: { access_token: text } };
  await expectData(ana("POST", "/channels", other), 201);
  breakGraph(world, "/subscribed_apps");
  await connect.click();
  await rows.filter({ hasText: "WhatsApp" }).getByText("Está conectada, pero todavía falla")
    .waitFor();
  const instagram = rows.filter({ hasText: "Instagram" });
  await instagram.getByText("Ya está conectada, aquí o en otra empresa").waitFor();
  assert.ok(await instagram.getByRole("checkbox").isChecked(), "it can be tried again");
  await assertSound(page, "accounts of which one is not connected");
  await screenshot(page, "meta-connected");
  await look.click();
  await instagram.getByText("Ya conectada").waitFor();

  // Its own page says what is wrong, and puts it right.
  await page.reload();
  await alive(page);
  await step("accounts").getByRole("link", { name: "Taller Vega" }).click();
  await alive(page);
  await page.getByRole("button", { name: "Probar" }).click();
  await page.locator("[data-region=state]").getByText("Funciona").waitFor();
}

/** 5: the first message ticks the last step by itself; the account's page has what Meta told. */
async function hearsTheFirst(page: Page, world: World, hook: string): Promise<void> {
  const { graph } = world;
  const message = page.locator("[data-step=message]");
  const account = page.url();
  await page.getByText("Calidad, según Meta").waitFor();
  await page.getByText("No acaba").waitFor();
  await page.getByText("presupuesto_listo").waitFor();
  await assertSound(page, "a connected number");
  await screenshot(page, "meta-number");
  await changesSettings(page, world);
  await page.getByRole("link", { name: "Ver cómo está conectada" }).click();
  await alive(page);
  await message.getByText("Todavía nada").first().waitFor();
  const app = graph.state.apps.get(ids.app)!;
  const called = world.url + new URL(hook).pathname;
  const answer = await graph.deliver(called, app, payload("whatsapp/text"));
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
  await message.and(page.locator("[data-done]")).waitFor();
  await page.getByText("5 de 5 hechos").waitFor();
  await assertSound(page, "all five steps");
  await screenshot(page, "meta-done");

  await page.goto(account);
  await alive(page);
  await page.getByRole("button", { name: "Borrar…" }).click();
  await page.getByText("lo que le escriban ya no entra").waitFor();
  await page.getByRole("button", { name: "Borrar la cuenta" }).click();
  await page.getByRole("heading", { name: "Canales", level: 1 }).waitFor();
}

/** Read marks off, another token that Meta refuses, and the templates asked for again. */
async function changesSettings(page: Page, world: World): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Editar" });
  await page.getByRole("button", { name: "Editar" }).click();
  await dialog.getByLabel("Nombre").fill("Recepción");
  await dialog.getByLabel("Mostrar que se ha leído").uncheck();
  await assertSound(page, "settings of a number");
  await screenshot(page, "meta-settings");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await dialog.waitFor({ state: "hidden" });
  const [account] = await expectData(apiOf(world, people.ana)("GET", "/channels"))
    .then((accounts) => accounts.filter(({ kind }: { kind: string }) => kind === "whatsapp"));
  assert.deepEqual([account.name, account.settings.read_marks], ["Recepción", false]);
  breakGraph(world, "/message_templates");
  await page.getByRole("button", { name: "Actualizar" }).click();
  await page.locator(".toast").filter({ hasText: "Meta" }).waitFor();
  await page.getByRole("button", { name: "Actualizar" }).click();
  await page.getByText("Plantillas actualizadas").waitFor();
}

testInBrowser(
  "an account's page on a phone has what its kind has",
  async (world) => {
    const { api, inputs } = await openScene(world);
    const endsAt = new Date(Date.now() + 86_400_000);
    const token = giveToken(world, { text: "ending-token", endsAt });
    const secrets = { access_token: token };
    const number = await expectData(api("POST", "/channels", { ...inputs.whatsapp, secrets }), 201);
    const facebook = await expectData(api("POST", "/channels", inputs.facebook), 201);
    const looks = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
    await using browser = await browserOf(world, "ana", looks);
    const { page, watch } = browser;
    await page.goto(`${world.url}${pages}?company_id=1`);
    await alive(page);
    await page.getByText("WhatsApp · +34911222333").waitFor();
    await page.getByText("Facebook · m.me/tallervega").waitFor();
    await assertSound(page, "accounts of Meta on a phone");
    await screenshot(page, "meta-accounts-390");

    await page.goto(`${world.url}${pages}/${number.id}?company_id=1`);
    await alive(page);
    await page.getByText(/^tomorrow [\d:]+\. Generate another at Meta/i).waitFor();
    await page.getByText("Utility · With a document · 3 variables").waitFor();
    await assertSound(page, "a number on a phone");
    await screenshot(page, "meta-number-390");

    // What the account writes to itself is no customer's.
    const setAside = { kind: "self", from: null, subject: "Nota para mañana" };
    await inCompany(
      world.services.database.db,
      1,
      (trx) =>
        trx.insertInto("channel_events").values({
          ...{ company_id: 1, account_id: number.id, external_id: "wamid.self", size: 2 },
          ...{ body: new Uint8Array(2), state: "read", automatic: JSON.stringify(setAside) },
        }).execute(),
    );
    await page.reload();
    await page.getByText("Nota para mañana").waitFor();
    await page.getByText("From the account itself · ").waitFor();
    await assertSound(page, "what was set aside");

    // Another token that Meta refuses is said on the page; its settings are those of its kind.
    await page.goto(`${world.url}${pages}/${facebook.id}?company_id=1`);
    await alive(page);
    assert.equal(await page.getByText("Approved templates").count(), 0);
    await page.getByRole("button", { name: "Catch up" }).click();
    await page.getByText("The conversations of the last 7 days are being read").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit" });
    assert.equal(await dialog.getByLabel("Bring the phone's history").count(), 0);
    await dialog.getByLabel("Answer up to 7 days later").check();
    await dialog.getByLabel("Another access token").fill("unknown-token");
    await assertSound(page, "settings of a page on a phone");
    await screenshot(page, "meta-settings-390");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.locator("[data-region=state]").getByText("Meta does not take the token").waitFor();
    await assertSound(page, "a failing page on a phone");
    const { settings } = await expectData(api("GET", `/channels/${facebook.id}`));
    assert.equal(settings.human_agent, true);
    watch.assertClean();
  },
  { hasGraph: true },
);
