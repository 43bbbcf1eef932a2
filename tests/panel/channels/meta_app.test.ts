/** A Meta app in the settings: added, its hook proved, a wrong secret seen, its problems, shared. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { apiOf, expectData } from "../../crm/scene.ts";
import { payload } from "../../channels/meta/payloads.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

const secret = "0123456789abcdef0123456789abcdef";
const pages = "/panel/settings/channels";

/** Calls the hook as Meta does. */
async function callHook(world: World, hook: string, key = secret): Promise<number> {
  const body = JSON.stringify(payload("whatsapp/text"));
  const signature = createHmac("sha256", key).update(body).digest("hex");
  const response = await fetch(world.url + new URL(hook).pathname, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hub-Signature-256": `sha256=${signature}` },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

testInBrowser(
  "an app is added, proved by Meta's call, and mended where it fails",
  async (world) => {
    const ana = apiOf(world, people.ana);
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await page.goto(`${world.url}${pages}`);
    await alive(page);
    await page.getByRole("link", { name: "Conectar WhatsApp, Instagram o Facebook" }).click();
    await alive(page);

    // What is irreversible, slow or paid comes first.
    const cautions = page.getByRole("region", { name: "Antes de empezar" });
    for (const text of ["deja de funcionar", "La revisión es lenta", "Meta cobra"]) {
      await cautions.getByText(text).waitFor();
    }
    await assertSound(page, "no Meta app");
    await screenshot(page, "meta-new");

    const step = (name: string) => page.locator(`[data-step=${name}]`);
    const save = step("app").getByRole("button", { name: "Guardar la aplicación" });
    await step("app").getByLabel("Nombre").fill("Taller");
    await step("app").getByLabel("Identificador de la aplicación").fill("no es");
    await step("app").getByLabel("Clave secreta de la aplicación").fill("corta");
    await save.click();
    await page.locator("#field-meta-app_id-error").waitFor();
    await page.locator("#field-meta-secrets-app_secret-error").waitFor();
    await assertSound(page, "a refused app");
    await step("app").getByLabel("Identificador de la aplicación").fill("1517776481860111");
    await step("app").getByLabel("Clave secreta de la aplicación").fill(secret);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Taller", level: 1 }).waitFor();
    await alive(page);
    const [app] = await expectData(ana("GET", "/meta-apps"));
    assert.match(page.url(), new RegExp(`/channels/meta-apps/${app.id}\\?`));
    assert.ok(!(await page.content()).includes(secret), "the secret is read nowhere");
    await step("app").and(page.locator("[data-done]")).waitFor();
    assert.equal(await step("hook").getAttribute("aria-current"), "step");

    // Both can be copied, and the handshake ticks the step by itself.
    assert.equal(
      await step("hook").getByLabel("URL de devolución de llamada").inputValue(),
      app.hook,
    );
    const token = await step("hook").getByLabel("Token de verificación", { exact: true })
      .inputValue();
    assert.equal(token, app.verify_token);
    await step("hook").getByText("Meta todavía no ha llamado").waitFor();
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": token,
      "hub.challenge": "1158201444",
    });
    const shaken = await fetch(`${world.url}${new URL(app.hook).pathname}?${query}`);
    assert.equal(await shaken.text(), "1158201444");
    await step("hook").and(page.locator("[data-done]")).waitFor();
    await step("hook").getByText("Meta la comprobó").waitFor();
    await assertSound(page, "a proved hook");

    // A secret that does not fit is said with what to do; another one is saved and takes it back.
    assert.equal(await callHook(world, app.hook, "f".repeat(32)), 401);
    await step("app").getByRole("alert").filter({ hasText: "Meta ha llamado 1 vez" }).waitFor();
    assert.equal(await step("app").getAttribute("data-done"), null);
    await assertSound(page, "a secret that does not fit");
    await screenshot(page, "meta-refused");
    await step("app").getByRole("button", { name: "Cambiar" }).click();
    const dialog = page.getByRole("dialog", { name: "Cambiar la aplicación" });
    await dialog.getByLabel("Nombre").fill("Taller de Vigo");
    await dialog.getByLabel("Clave secreta de la aplicación").fill(secret);
    await assertSound(page, "an app's form");
    await page.keyboard.press("Control+Enter");
    await step("app").and(page.locator("[data-done]")).waitFor();
    assert.equal(await callHook(world, app.hook), 200);
    await step("hook").getByText("WhatsApp: última llamada").waitFor();

    await solvesProblems(world, page, app.id);
    await page.getByRole("button", { name: "Borrar la aplicación…" }).click();
    await page.getByRole("button", { name: "Borrar la aplicación", exact: true }).click();
    await page.getByRole("heading", { name: "WhatsApp, Instagram y Facebook", level: 1 }).waitFor();
    assert.deepEqual(await expectData(ana("GET", "/meta-apps")), []);
    watch.assertClean({ allow: /422/ });
  },
);

/** What no account took is listed, read again and downloaded. */
async function solvesProblems(
  world: World,
  page: Awaited<ReturnType<typeof browserOf>>["page"],
  appId: number,
): Promise<void> {
  const rows = page.locator("[data-region=problems]");
  await until(async () => {
    await page.reload();
    return await rows.getByRole("listitem").count() > 0;
  }, { what: "a problem of the app" });
  await alive(page);
  await rows.getByText("una cuenta que no está conectada aquí").waitFor();
  await assertSound(page, "problems of an app");
  await screenshot(page, "meta-problems");
  const raw = await fetch(
    world.url + await rows.getByRole("link", { name: /Descargar/ }).getAttribute("href"),
    { headers: await identityOf(world, "ana") },
  );
  assert.match(raw.headers.get("content-disposition")!, /^attachment/);
  assert.ok((await raw.text()).includes("wamid"));
  await rows.getByRole("button", { name: /Leer otra vez/ }).click();
  await page.getByText("Sigue sin cuenta").waitFor();
  await page.goto(`${world.url}${pages}/meta-apps?company_id=1`);
  await alive(page);
  await page.getByRole("link", { name: "1 problema" }).waitFor();
  await assertSound(page, "a list of apps");
  await page.getByRole("link", { name: "Taller de Vigo" }).click();
  await page.locator(`[data-step=app]`).waitFor();
  await alive(page);
  assert.match(page.url(), new RegExp(`/meta-apps/${appId}\\?`));
}

testInBrowser("a company shares its app with another, which begins at the token", async (world) => {
  const ana = apiOf(world, people.ana);
  const added = { name: "Taller", app_id: "1517776481860111", secrets: { app_secret: secret } };
  const app = await expectData(ana("POST", "/meta-apps", added), 201);
  const looks = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
  await using browser = await browserOf(world, "luis", looks);
  const { page, watch } = browser;
  await page.goto(`${world.url}${pages}/meta-apps/${app.id}?company_id=1`);
  await alive(page);
  const step = (name: string) => page.locator(`[data-step=${name}]`);
  await step("app").getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the app" });
  await dialog.getByRole("checkbox", { name: "Design" }).check();
  await assertSound(page, "an app's form on a phone");
  await screenshot(page, "meta-form-390");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await assertSound(page, "an app on a phone");
  await screenshot(page, "meta-app-390");

  await page.goto(`${world.url}${pages}/meta-apps?company_id=2`);
  await alive(page);
  await page.getByText("Another company's of yours").waitFor();
  await page.getByRole("link", { name: "Taller" }).click();
  await step("token").and(page.locator("[aria-current=step]")).waitFor();
  await alive(page);
  assert.equal(await step("app").getByRole("button").count(), 0);
  assert.ok(!(await page.content()).includes(app.hook), "the hook is its own company's");
  assert.equal(await page.getByRole("button", { name: "Delete the app…" }).count(), 0);
  await assertSound(page, "a shared app on a phone");
  await screenshot(page, "meta-shared-390");

  // It ends with the share.
  await expectData(ana("PATCH", `/meta-apps/${app.id}`, { companies: [], version: 2 }));
  const gone = await page.reload();
  assert.equal(gone!.status(), 404);
  watch.assertClean({ allow: /404/ });
});
