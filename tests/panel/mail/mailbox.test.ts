/** Settings of a mailbox: connected in a minute, tried, changed, and its automatic mail. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { deliver, numbered } from "../../channels/email/deliver.ts";
import { password } from "../../channels/email/dovecot.ts";
import { own } from "../../channels/email/mails.ts";
import { connectMailbox, type Post, settingsOf } from "../../channels/email/scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { testWithPost } from "./mail_scene.ts";
import { assertSound, browserOf } from "../scene.ts";

/** Ana at a desk, where accounts are connected. */
function testMailbox(
  name: string,
  walk: (page: Page, world: World, post: Post) => Promise<void>,
): void {
  testWithPost(name, async (world, post) => {
    await using browser = await browserOf(world, "ana");
    await walk(browser.page, world, post);
    browser.watch.assertClean({ allow: /422/ });
  });
}

async function goTo(page: Page, { url }: World, path = ""): Promise<void> {
  await page.goto(`${url}/panel/settings/channels${path}`);
  await alive(page);
}

const serverIn = (form: Locator) =>
  form.getByRole("group", { name: "Entrada (IMAP)" }).getByLabel("Servidor");

/** The form with the fields of servers that nobody knows. */
async function openServers(page: Page, world: World): Promise<Locator> {
  await goTo(page, world);
  await page.keyboard.press("b");
  const form = page.getByRole("dialog", { name: "Conectar un buzón" });
  await form.getByLabel("Dirección de correo").fill(own);
  await page.keyboard.press("Enter");
  await form.getByText("No se sabe cuáles son sus servidores").waitFor();
  return form;
}

testMailbox(
  "a mailbox's form asks for the address first, and for servers that nobody knows",
  async (page, world) => {
    await goTo(page, world);
    await page.keyboard.press("b");
    const form = page.getByRole("dialog", { name: "Conectar un buzón" });
    const address = form.getByLabel("Dirección de correo");
    await until(() => address.evaluate((field) => field === document.activeElement));
    await page.keyboard.type("taller");
    await page.keyboard.press("Enter");
    await page.locator("#field-mailbox-address-error").waitFor();
    await assertSound(page, "a refused address");
    await address.fill("taller@gmail.com");
    await page.keyboard.press("Enter");
    await form.getByText("Es de Gmail.").waitFor();
    await form.getByText("crea una contraseña de aplicación").waitFor();
    const host = serverIn(form);
    assert.equal(await host.isVisible(), false);
    await assertSound(page, "a known provider");
    await screenshot(page, "mailbox-known");
    await form.getByRole("button", { name: "Cambiar la dirección" }).click();
    await address.fill(own);
    await page.keyboard.press("Enter");
    await form.getByText("No se sabe cuáles son sus servidores").waitFor();
    assert.equal(await host.inputValue(), "mail.taller.example");
    await assertSound(page, "servers that are not known");
    await screenshot(page, "mailbox-fields");
  },
);

testMailbox(
  "each wrong field of a mailbox says so, and the first has the focus",
  async (page, world, post) => {
    const form = await openServers(page, world);
    const host = serverIn(form);
    await form.getByLabel("Nombre", { exact: true }).fill("");
    await form.getByRole("button", { name: "Conectar y probar" }).click();
    for (const field of ["name", "secrets-password"]) {
      await page.locator(`#field-mailbox-${field}-error`).waitFor();
    }
    await form.getByLabel("Nombre", { exact: true }).fill("Taller");
    await form.getByLabel("Contraseña").fill("otra");
    await host.fill("10.0.0.1");
    await form.getByRole("group", { name: "Salida (SMTP)" }).getByLabel("Puerto").fill("x");
    await page.keyboard.press("Control+Enter");
    await page.locator("#field-mailbox-settings-smtp-port-error").waitFor();
    await fillServers(form, post);
    await host.fill("10.0.0.1");
    await page.keyboard.press("Control+Enter");
    await page.locator("#field-mailbox-settings-imap-host-error").waitFor();
    assert.ok(await host.evaluate((field) => field === document.activeElement));
    await assertSound(page, "a refused server");
    await screenshot(page, "mailbox-refused");
  },
);

testMailbox("a mailbox whose test fails is corrected until it works", async (page, world, post) => {
  const ana = apiOf(world, people.ana);
  const form = await openServers(page, world);
  await form.getByLabel("Nombre", { exact: true }).fill("Taller");
  await form.getByLabel("Contraseña").fill("otra");
  await fillServers(form, post);
  await form.getByLabel("Firma").fill("Taller Gil\nCalle Mayor 1");
  await page.keyboard.press("Control+Enter");
  await form.getByText("todavía no funciona").waitFor();
  await form.getByText("El servidor no acepta el usuario o la contraseña.").waitFor();
  await assertSound(page, "a mailbox that does not work");
  await screenshot(page, "mailbox-stuck");
  await form.getByRole("button", { name: "Corregir" }).click();
  await form.getByLabel("Contraseña").fill(password);
  await page.keyboard.press("Control+Enter");
  await form.getByText("Funciona. Lo que llegue").waitFor();
  await assertSound(page, "a mailbox that works");
  await form.getByRole("button", { name: "Ver la cuenta" }).click();
  await page.getByRole("heading", { name: "Taller" }).waitFor();
  await alive(page);
  const [account] = await expectData(ana("GET", "/channels"));
  assert.deepEqual(account.settings.signature, "Taller Gil\nCalle Mayor 1");
  assert.deepEqual([account.state, account.settings.import_since], ["working", null]);
  assert.ok(!(await page.content()).includes(password), "the password is read nowhere");
  await page.locator("[data-region=state]").getByText("Funciona").waitFor();
  await page.getByText("No ha entrado correo automático.").waitFor();
  await assertSound(page, "a mailbox");
  await screenshot(page, "mailbox");
});

testMailbox(
  "automatic mail stands on its mailbox's page, and a person's moves to the inbox",
  async (page, world, post) => {
    const { id } = await connectMailbox(world, post);
    await goTo(page, world, `/${id}`);
    await findsAutomatic(page, world, post, id);
  },
);

testMailbox(
  "another server of a mailbox needs the password, a new name does not",
  async (page, world, post) => {
    const { id } = await connectMailbox(world, post);
    await goTo(page, world, `/${id}`);
    await page.getByRole("button", { name: "Editar" }).click();
    const edit = page.getByRole("dialog", { name: "Editar el buzón" });
    await edit.getByLabel("Nombre", { exact: true }).fill("Buzón del taller");
    await edit.getByText("Servidores").click();
    const port = edit.getByRole("group", { name: "Entrada (IMAP)" }).getByLabel("Puerto");
    await port.fill(String(post.imap.port));
    await edit.getByRole("group", { name: "Entrada (IMAP)" }).getByLabel("Cifrado")
      .selectOption("starttls");
    await page.keyboard.press("Control+Enter");
    await page.locator("#field-mailbox-secrets-password-error").waitFor();
    await assertSound(page, "a mailbox that is edited");
    await screenshot(page, "mailbox-edit");
    await edit.getByLabel("Contraseña").fill(password);
    await page.keyboard.press("Control+Enter");
    await edit.getByText("Funciona. Lo que llegue").waitFor();
    await edit.getByRole("button", { name: "Cerrar" }).click();
    await page.getByText(`localhost:${post.imap.port}`).waitFor();
    await page.getByRole("button", { name: "Editar" }).click();
    await edit.getByLabel("Nombre del remitente").fill("Taller Gil");
    await page.keyboard.press("Control+Enter");
    await edit.waitFor({ state: "detached" });
    await page.getByText("Taller Gil").waitFor();
  },
);

testMailbox("a mailbox is deleted from its page", async (page, world, post) => {
  const { api, id } = await connectMailbox(world, post);
  await goTo(page, world, `/${id}`);
  assert.equal(await page.getByRole("button", { name: "Secreto nuevo…" }).count(), 0);
  await page.getByRole("button", { name: "Borrar…" }).click();
  await page.getByRole("button", { name: "Borrar la cuenta" }).click();
  await page.getByText("Conecta un buzón").waitFor();
  assert.deepEqual(await expectData(api("GET", "/channels")), []);
});

testWithPost(
  "on a phone a mailbox is connected too, and its past comes in",
  async (world, post) => {
    const { id } = await connectMailbox(world, post);
    const looks = { width: 390, colorScheme: "dark", locale: "en-GB" } as const;
    await using browser = await browserOf(world, "ana", looks);
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/settings/channels`);
    await alive(page);
    await page.getByRole("button", { name: "Connect a mailbox" }).click();
    const form = page.getByRole("dialog", { name: "Connect a mailbox" });
    await form.getByLabel("E-mail address").fill("taller@outlook.com");
    await form.getByRole("button", { name: "Continue" }).click();
    await form.getByText("no longer lets a password into").waitFor();
    await form.getByText("Servers").click();
    await form.getByLabel("Who checks senders").waitFor();
    await assertSound(page, "the fields of a mailbox on a phone");
    await screenshot(page, "mailbox-fields-390");
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });

    const values = { source: "localhost taller INBOX", uid_validity: 0, last_uid: 0 };
    await inTenant(world, (trx) =>
      trx.insertInto("mailboxes").values({
        ...{ company_id: 1, account_id: id, role: "inbox", ...values },
        ...{ import_total: 1340, import_done: 12 },
      }).execute(), 1);
    await page.goto(`${world.url}/panel/settings/channels/${id}`);
    await page.getByText("Coming in: 12 of 1,340").waitFor();
    await assertSound(page, "a mailbox on a phone");
    await screenshot(page, "mailbox-390");
    watch.assertClean();
  },
);

async function fillServers(form: Locator, post: Post): Promise<void> {
  const { imap, smtp } = settingsOf(post);
  for (const [name, { host, port, user }] of [["Entrada", imap], ["Salida", smtp]] as const) {
    const group = form.getByRole("group", { name });
    await group.getByLabel("Servidor").fill(host);
    await group.getByLabel("Puerto").fill(String(port));
    await group.getByLabel("Usuario").fill(user);
  }
}

/** The newest stand on the mailbox's page, all on one of their own; a person's moves to the inbox. */
async function findsAutomatic(page: Page, world: World, post: Post, id: number): Promise<void> {
  const head = ["X-Autoreply: yes"];
  // What lies there already is the past, and was not asked for.
  await world.services.mailboxes.read(1, id);
  const mails = Array.from({ length: 60 }, (_, n) => numbered(n + 1, { head }));
  await deliver(post, mails);
  await world.services.mailboxes.read(1, id);
  await until(async () => {
    const { meta } = (await apiOf(world, people.ana)("GET", `/channels/${id}/automatic`)).body;
    return meta.total === mails.length;
  }, { what: "all of them to be read" });
  // It is there without a press, and nobody was told.
  await page.getByText("Respuesta automática").first().waitFor();
  await page.getByRole("link", { name: "Ver los 60" }).waitFor();
  assert.equal(await page.locator("#automatic li").count(), 5);
  const notifications = (trx: Parameters<Parameters<typeof inTenant>[1]>[0]) =>
    trx.selectFrom("notifications").select("id").execute();
  assert.deepEqual(await inTenant(world, notifications, 1), []);
  await page.getByRole("link", { name: "Ver los 60" }).click();
  await page.getByRole("heading", { name: "Correo automático" }).waitFor();
  await page.getByRole("link", { name: "Siguiente" }).click();
  await page.getByText("51–60 de 60").waitFor();
  await assertSound(page, "automatic mail");
  await screenshot(page, "mailbox-automatic");
  await page.getByRole("button", { name: /^Abrir/ }).first().press("Enter");
  const dialog = page.getByRole("dialog", { name: "Una puerta que no cierra" });
  await dialog.getByText("¿Reparáis puertas?").waitFor();
  await assertSound(page, "an automatic mail");
  await screenshot(page, "mailbox-automatic-open");
  await dialog.getByRole("button", { name: "Lo escribió una persona" }).press("Enter");
  await page.getByText("Está en la bandeja").waitFor();
  await page.getByText("51–59 de 59").waitFor();
  await page.getByRole("link", { name: "Taller", exact: true }).click();
  await page.getByRole("heading", { name: "Taller" }).waitFor();
  await alive(page);
}
