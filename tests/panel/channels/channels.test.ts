/** Settings of channels and reply templates: connect, test, pause, problems, and what is next. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, identityOf, testInBrowser } from "../scene.ts";

testInBrowser("a program is connected, tested step by step, paused, and left", async (world) => {
  let status = 500;
  await using receiver = startReceiver({ handler: () => new Response("", { status }) });
  const ana = apiOf(world, people.ana);
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/settings/channels`);
  await alive(page);
  await page.getByText("Conecta un programa").waitFor();
  await assertSound(page, "no channels");

  // A host that is not public is refused beside its field; then the secret is shown once.
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Conectar un programa" });
  await form.getByLabel("Nombre").fill("Telegram");
  await form.getByLabel("A dónde escriben").fill("@taller_bot");
  await form.getByLabel("Dirección del programa").fill("https://10.0.0.1/hook");
  await form.getByRole("button", { name: "Conectar un programa" }).click();
  await page.locator("#field-channel-callback-error").waitFor();
  await assertSound(page, "a refused channel");
  await form.getByLabel("Dirección del programa").fill(`${receiver.url}/hook`);
  await page.keyboard.press("Control+Enter");
  const once = page.getByRole("dialog", { name: "Cuenta conectada" });
  const secret = await once.getByLabel("El secreto").inputValue();
  assert.match(secret, /^whsec_/);
  await page.keyboard.press("Escape");
  assert.ok(await once.isVisible(), "Escape does not lose what is shown once");
  await assertSound(page, "a secret");
  await once.getByRole("button", { name: "Ya lo he guardado" }).click();
  await page.getByRole("heading", { name: "Telegram" }).waitFor();
  const [account] = await expectData(ana("GET", "/channels"));
  assert.match(page.url(), new RegExp(`/channels/${account.id}\\?`));
  await alive(page);
  assert.ok(!(await page.content()).includes(secret), "and is read nowhere");

  // The test says each step, and what to do about the one that failed.
  const steps = page.getByRole("list", { name: "Resultado de la prueba" });
  await page.getByRole("button", { name: "Probar" }).click();
  await steps.getByText("El servidor respondió 500.").waitFor();
  await steps.getByText("debe responder 2xx").waitFor();
  await page.getByText(/^Falla desde hoy [\d:]+: El servidor respondió 500\.$/).waitFor();
  await assertSound(page, "a failing channel");
  await screenshot(page, "channel-failing");
  await page.goto(`${world.url}/panel`);
  await page.getByRole("link", { name: "Telegram: lo que respondéis no sale" }).click();
  await alive(page);
  status = 200;
  await page.getByRole("button", { name: "Probar" }).click();
  await until(async () => await steps.getByText("Bien:").count() === 3, { what: "three steps" });
  await page.locator("[data-region=state]").getByText("Funciona").waitFor();

  await page.getByRole("button", { name: "Pausar" }).click();
  await page.getByText("lo que sale espera").waitFor();
  await page.getByRole("button", { name: "Reanudar" }).click();
  await page.getByRole("button", { name: "Pausar" }).waitFor();
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByLabel("Nombre").fill("Telegram (bot)");
  await page.getByLabel("Dirección del programa").fill("");
  await page.keyboard.press("Control+Enter");
  await page.locator("[data-region=state]").getByText("Solo recibe").waitFor();
  await page.getByRole("button", { name: "Secreto nuevo…" }).click();
  await page.getByRole("button", { name: "Hacer el secreto" }).click();
  const other = page.getByRole("dialog", { name: "Secreto nuevo" });
  assert.notEqual(await other.getByLabel("El secreto").inputValue(), secret);
  await other.getByRole("button", { name: "Ya lo he guardado" }).click();

  await solvesProblems(page, world, account.id);

  // A key for it is one press away, with its scope chosen.
  await page.getByRole("link", { name: "Crear la clave" }).click();
  const key = page.getByRole("dialog", { name: "Crear una clave" });
  await until(async () => await key.getByLabel("Qué permite").inputValue() === "channel");
  await page.goto(`${world.url}/panel/settings/channels/${account.id}`);
  await alive(page);
  await page.getByRole("button", { name: "Borrar…" }).click();
  await page.getByRole("button", { name: "Borrar la cuenta" }).click();
  await page.getByText("Conecta un programa").waitFor();
  assert.deepEqual(await expectData(ana("GET", "/channels")), []);
  watch.assertClean({ allow: /422/ });
});

testInBrowser(
  "templates are written with their places; without keys channels are off",
  async (world) => {
    const ana = apiOf(world, people.ana);
    await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
    const { page, watch } = browser;
    await page.goto(`${world.url}/panel/settings/templates`);
    await alive(page);
    await page.getByText("Todavía no hay plantillas").waitFor();
    await page.getByRole("button", { name: "Nueva plantilla" }).click();
    const sheet = page.getByRole("dialog", { name: "Nueva plantilla" });
    await sheet.getByLabel("Nombre", { exact: true }).fill("Saludo");
    const body = sheet.getByLabel("Texto");
    await body.fill("Hola, ");
    await sheet.getByRole("button", { name: "Nombre del contacto" }).click();
    await until(async () => await body.inputValue() === "Hola, {{contact.name}}");
    await body.fill("Hola, {{contact.nombre}}");
    await sheet.getByRole("button", { name: "Guardar" }).click();
    await page.locator("#field-template-body-error").waitFor();
    await assertSound(page, "a refused template");
    await body.fill("Hola, {{contact.name}}.");
    await sheet.getByRole("button", { name: "Guardar" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Saludo" });
    await row.waitFor();
    await assertSound(page, "templates");
    await screenshot(page, "templates-390");
    await row.getByRole("button", { name: "Editar Saludo" }).click();
    const editor = page.getByRole("dialog", { name: "Editar plantilla" });
    await editor.getByLabel("Nombre", { exact: true }).fill("Despedida");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Editar Despedida" }).click();
    await editor.getByRole("button", { name: "Borrar…" }).click();
    await page.getByRole("button", { name: "Borrar la plantilla" }).click();
    await page.getByText("Todavía no hay plantillas").waitFor();
    assert.deepEqual(await expectData(ana("GET", "/reply-templates")), []);

    world.services.secretCipher = null;
    await page.goto(`${world.url}/panel/settings/channels`);
    await page.getByText("Los canales están apagados").waitFor();
    assert.equal(await page.getByRole("button", { name: "Conectar un programa" }).count(), 0);
    await assertSound(page, "channels that are off");
    watch.assertClean({ allow: /422/ });
  },
);

/** What cannot be read is tried again and downloaded; the list says how many there are. */
async function solvesProblems(page: Page, world: World, accountId: number): Promise<void> {
  const body = new TextEncoder().encode("no es JSON");
  await inCompany(world.services.database.db, 1, (trx) =>
    trx.insertInto("channel_events").values({
      ...{ company_id: 1, account_id: accountId, external_id: "8831", body, size: body.length },
      ...{ state: "problem", problem: "unreadable", problem_text: "Unexpected token" },
    }).execute());
  await page.goto(`${world.url}/panel/settings/channels`);
  await page.getByRole("link", { name: "1 problema" }).click();
  await alive(page);
  await page.getByText("No es un mensaje que esta cuenta sepa leer.").waitFor();
  await assertSound(page, "problems");
  await screenshot(page, "channel-problems");
  // A browser saves without the headers that stand for the gateway here.
  const link = page.getByRole("link", { name: "Descargar 8831" });
  const raw = await fetch(world.url + await link.getAttribute("href"), {
    headers: await identityOf(world, "ana"),
  });
  assert.match(raw.headers.get("content-disposition")!, /^attachment/);
  assert.equal(await raw.text(), "no es JSON");
  await page.getByRole("button", { name: "Leer otra vez 8831" }).click();
  await page.getByText("Sigue sin poder leerse").waitFor();
}
