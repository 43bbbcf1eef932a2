/** A mailbox is connected by its provider's sign-in, from the panel to the provider and back. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { hasDovecot, password } from "../../channels/email/dovecot.ts";
import { deliver, numbered } from "../../channels/email/deliver.ts";
import {
  bringBack,
  type ProviderPost,
  registered,
  withProvider,
} from "../../channels/email/provider_scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const address = "taller@gmail.com";
const registration = registered();

if (hasDovecot) {
  testInBrowser(
    "a mailbox is signed in with its provider, moved to a password and back",
    (world) => withProvider(registration, ["PLAIN", "XOAUTH2"], (post) => signsIn(world, post)),
    registration,
  );
}

async function signsIn(world: World, { provider, imap }: ProviderPost): Promise<void> {
  bringBack(world);
  const ana = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const channels = `${world.url}/panel/settings/channels?company_id=1`;

  // Who gives no permission has connected nothing, and can begin again.
  await connect(page, channels);
  await atProvider(page, "Deny");
  await page.getByText("No has dado permiso").waitFor();
  await assertSound(page, "a sign-in without permission");
  await screenshot(page, "sign-in-denied");
  await page.getByRole("link", { name: "Volver a los canales" }).click();
  assert.deepEqual(await expectData(ana("GET", "/channels")), []);

  await connect(page, channels);
  await atProvider(page, "Allow");
  await page.getByRole("heading", { name: address }).waitFor();
  await alive(page);
  const { id } = (await expectData(ana("GET", "/channels")))[0];
  const settings = async () => (await expectData(ana("GET", `/channels/${id}`))).settings;
  assert.equal((await settings()).sign_in, "google");
  assert.doesNotMatch(await page.content(), /client-secret|refresh_token/);
  await tries(page);

  // From its form to a password; the servers are the member's to say from now on.
  await world.services.mailboxes.read(1, id);
  const form = page.getByRole("dialog", { name: "Editar el buzón" });
  await page.getByRole("button", { name: "Editar" }).click();
  await form.getByRole("button", { name: "Entrar otra vez con Google" }).waitFor();
  await form.getByRole("button", { name: "Usar una contraseña" }).click();
  await assertSound(page, "from a sign-in to a password");
  await screenshot(page, "sign-in-to-password");
  await page.keyboard.press("Control+Enter");
  await page.locator("#field-mailbox-secrets-password-error").waitFor();
  assert.equal((await settings()).sign_in, "google");
  await form.getByLabel("Contraseña").fill(password);
  await page.keyboard.press("Control+Enter");
  await form.getByText("Funciona. Lo que llegue").waitFor();
  await form.getByRole("button", { name: "Cerrar" }).click();
  assert.equal((await settings()).sign_in, "password");

  // And back: what came meanwhile is read, and what was read is not brought again.
  await deliver({ imap }, [numbered(1)], "INBOX", address);
  await page.getByRole("button", { name: "Editar" }).click();
  await form.getByText("Entonces se olvida la contraseña").waitFor();
  await assertSound(page, "from a password to a sign-in");
  await screenshot(page, "password-to-sign-in");
  await form.getByRole("button", { name: "Entrar con Google" }).click();
  await atProvider(page, "Allow");
  await page.getByRole("heading", { name: address }).waitFor();
  await alive(page);
  assert.equal((await settings()).sign_in, "google");
  await world.services.mailboxes.read(1, id);
  await until(async () => (await expectData(ana("GET", "/contacts"))).length === 1);

  // A permission that ended is given again from the page.
  provider.revoke(address);
  await page.getByRole("button", { name: "Probar" }).click();
  await page.getByText("Entra otra vez con el proveedor").waitFor();
  await page.getByRole("button", { name: "Entrar otra vez con Google" }).click();
  await page.getByLabel("Address").fill("otra@gmail.com");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Ha dicho: otra@gmail.com").waitFor();
  await page.goto(`${world.url}/panel/settings/channels/${id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "Entrar otra vez con Google" }).click();
  await atProvider(page, "Allow");
  await page.getByRole("heading", { name: address }).waitFor();
  await alive(page);
  await tries(page);
  const stored = await inTenant(
    world,
    (trx) => trx.selectFrom("channel_secrets").select("field").execute(),
    1,
  );
  assert.deepEqual(stored, [{ field: "refresh_token" }]);
  watch.assertClean({ allow: /409|422/ });
}

async function connect(page: Page, channels: string): Promise<void> {
  await page.goto(channels);
  await alive(page);
  await page.getByRole("button", { name: "Conectar un buzón" }).click();
  const form = page.getByRole("dialog", { name: "Conectar un buzón" });
  await form.getByLabel("Dirección de correo").fill(address);
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Entrar con Google" }).click();
}

/** Where the browser was sent, with the address filled in where it is known. */
async function atProvider(page: Page, says: "Allow" | "Deny"): Promise<void> {
  const field = page.getByLabel("Address");
  await field.fill(address);
  await page.getByRole("button", { name: says }).click();
}

async function tries(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Probar" }).click();
  await page.getByText("Entrar para enviar").waitFor();
  assert.equal(await page.locator("ol .text-danger-text").count(), 0);
}
