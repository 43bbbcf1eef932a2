/** WhatsApp's templates on the phone: offered, filled, kept without a connection, sent once. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { assertSound, testInBrowser } from "../../panel/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people } from "../../support/world.ts";
import { holdPhone, phoneBrowser } from "../support/hand.ts";
import { makePhone } from "../support/phone.ts";
import { serveSite } from "../support/site.ts";
import { smallTargets } from "../support/sound.ts";
import { field, message, phoneChat, sendButton } from "./scene.ts";

const sheet = (page: Page) => page.getByRole("dialog");
const choose = (page: Page) => page.getByRole("button", { name: "Elegir plantilla" });
const sendTemplate = (page: Page) => sheet(page).getByRole("button", { name: "Enviar plantilla" });
const order = "Hueco {{2}} del texto";
const link = "Final del enlace de «Ver el pedido»";
const source = "Cómo aceptó recibir mensajes";

/** Chooses the template and fills what is left. */
async function fill(page: Page, values: Record<string, string>) {
  await choose(page).click();
  await sheet(page).getByRole("button", { name: /pedido_listo/ }).click();
  for (const [label, value] of Object.entries(values)) {
    await sheet(page).getByLabel(label, { exact: true }).fill(value);
  }
}

testInBrowser("outside the window a template is chosen, filled and seen", async (world) => {
  const { luis, address, messages, first } = await phoneChat(world, { heardHoursAgo: 30 });
  await using browser = await phoneBrowser();
  const { page, watch } = browser;
  await holdPhone(browser, world.url, luis);
  const see = async (name: string) => {
    await assertSound(page, name);
    assert.deepEqual(await smallTargets(page), [], name);
    await screenshot(page, `templates-${name}`);
  };
  await page.goto(world.url + address);
  await page.getByText("Hace más de un día que no escribe: solo le llega una plantilla.").waitFor();
  assert.equal(await field(page).count(), 0, "a text would not reach them");
  await see("closed");
  await choose(page).click();
  await sheet(page).getByRole("button", { name: /presupuesto/ }).waitFor();
  await see("list");
  await sheet(page).getByRole("button", { name: /pedido_listo/ }).click();
  const name = sheet(page).getByLabel("Hueco {{1}} del texto", { exact: true });
  assert.equal(await name.inputValue(), "Marta Gil");

  await sendTemplate(page).click();
  const wrong = sheet(page).locator("[aria-invalid=true]");
  assert.equal(await wrong.count(), 3);
  await until(() => wrong.first().evaluate((input) => input === document.activeElement), {
    what: "the first wrong field to have the keyboard",
  });
  await see("missing");
  await sheet(page).getByLabel(order, { exact: true }).fill("P-7    hoy");
  await sheet(page).getByText("Sin saltos de línea ni espacios seguidos").waitFor();
  await sheet(page).getByLabel(order, { exact: true }).fill("P-7");
  await sheet(page).getByLabel(link, { exact: true }).fill("7");
  const preview = sheet(page).getByRole("region", { name: "Así le llega" });
  await preview.getByText("Hola Marta Gil: tu pedido P-7 está listo.").waitFor();
  await preview.getByText("Pasaré mañana").waitFor();
  await sheet(page).getByLabel(source).fill("En el mostrador");
  await see("filled");
  await page.keyboard.press("Enter");
  await sheet(page).waitFor({ state: "detached" });
  await message(page, "tu pedido P-7 está listo").getByText("plantilla pedido_listo").waitFor();
  const [sent] = await messages();
  assert.deepEqual(sent.template, { name: "pedido_listo", language: "es" });
  const [account] = (await luis.read(sent.contact_id)).accounts;
  assert.equal(account.opted_in, true);

  // Agreed once is enough; a template with a document asks for a file.
  await choose(page).click();
  await sheet(page).getByRole("button", { name: /presupuesto/ }).click();
  assert.equal(await sheet(page).getByLabel(source).count(), 0);
  await sheet(page).getByLabel("Archivo").setInputFiles({
    ...{ name: "presupuesto.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
  });
  await sheet(page).getByRole("region", { name: "Así le llega" }).getByText("presupuesto.pdf")
    .waitFor();
  await see("document");
  await sheet(page).getByRole("button", { name: "Volver" }).click();
  await sheet(page).getByRole("button", { name: /pedido_listo/ }).waitFor();
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  assert.equal((await messages()).filter(({ id }: { id: number }) => id > first).length, 1);
  watch.assertClean();
});

testInBrowser("within the window both kinds of templates are offered", async (world) => {
  const { luis, address, messages } = await phoneChat(world);
  await luis.api("POST", "/reply-templates", {
    ...{ name: "Saludo", language: "es", body: "Hola {{contact.name}}" },
  });
  await using browser = await phoneBrowser({ width: 320, colorScheme: "dark" });
  const { page, watch } = browser;
  await holdPhone(browser, world.url, luis);
  await page.goto(world.url + address);
  await page.getByRole("button", { name: "Plantillas" }).click();
  await sheet(page).getByRole("heading", { name: "Plantillas de WhatsApp" }).waitFor();
  await sheet(page).getByRole("button", { name: /pedido_listo/ }).waitFor();
  const code = sheet(page).getByRole("button", { name: /codigo/ });
  assert.equal(await code.isDisabled(), true);
  await code.getByText("no se envía desde Relevo: lleva un código para copiar").waitFor();
  await assertSound(page, "both kinds of templates");
  await screenshot(page, "templates-both");
  await sheet(page).getByRole("button", { name: /Saludo/ }).click();
  assert.equal(await field(page).inputValue(), "Hola Marta Gil");
  await sendButton(page).click();
  await message(page, "Hola Marta Gil").waitFor();
  assert.equal((await messages())[0].template, null);
  watch.assertClean();
});

testInBrowser("a template that was kept without a connection is sent once", async (world) => {
  const { luis, address, messages, file } = await phoneChat(world, { heardHoursAgo: 30 });
  await using site = await serveSite(world);
  await using phone = await makePhone(world, {
    ...{ userId: people.luis, url: site.url, paired: luis },
  });
  const values = { [order]: "P-7", [link]: "7", [source]: "Por teléfono" };
  let tab = await phone.openApp();
  await tab.goto(site.url + address);
  // What is offered is kept first.
  await choose(tab).click();
  await sheet(tab).getByRole("button", { name: /pedido_listo/ }).waitFor();
  await site.cut();
  await tab.reload();
  await fill(tab, values);
  await sendTemplate(tab).click();
  await tab.getByText("tu pedido P-7 está listo").waitFor();
  await tab.getByText("Guardado. Sale en cuanto haya conexión").waitFor();
  await screenshot(tab, "templates-kept");
  // The phone kills the page, and opens it again.
  await tab.close();
  tab = await phone.context.newPage();
  await tab.goto(site.url + address);
  await tab.getByText("tu pedido P-7 está listo").waitFor();
  await tab.close();
  site.mend();
  await Promise.all([phone.sync(), phone.sync()]);
  await until(async () => (await messages()).length === 2, { what: "the template to be there" });
  await phone.sync();
  const [sent, ...others] = await messages();
  assert.deepEqual([sent.template.name, others.length], ["pedido_listo", 1]);

  // Something comes before the connection does: it can be changed, with all that was filled in.
  tab = await phone.context.newPage();
  await tab.goto(site.url + address);
  await message(tab, "tu pedido P-7 está listo").waitFor();
  await site.cut();
  await fill(tab, { [order]: "P-8", [link]: "8" });
  await sendTemplate(tab).click();
  await tab.getByText("Guardado. Sale en cuanto haya conexión").waitFor();
  await tab.close();
  await file("in", "Mejor el lunes");
  site.mend();
  tab = await phone.context.newPage();
  await tab.goto(site.url + address);
  const asks = tab.getByRole("alert").filter({ hasText: "Marta Gil ha escrito mientras tanto" });
  await asks.getByRole("button", { name: "Cambiar la plantilla" }).click();
  assert.equal(await sheet(tab).getByLabel(order, { exact: true }).inputValue(), "P-8");
  await message(tab, "Mejor el lunes").waitFor();
  await sheet(tab).getByLabel(order, { exact: true }).fill("P-9");
  await sendTemplate(tab).click();
  await message(tab, "tu pedido P-9 está listo").waitFor();
  assert.equal((await messages()).length, 4);
});

testInBrowser("a template that the pairing's end left unsent can be copied", async (world) => {
  const { luis, address } = await phoneChat(world, { heardHoursAgo: 30 });
  await using browser = await phoneBrowser();
  const { page } = browser;
  await holdPhone(browser, world.url, luis);
  await page.goto(world.url + address);
  await page.route("**/messages?*", (route) => route.abort());
  await fill(page, { [order]: "P-7", [link]: "7", [source]: "Por teléfono" });
  await sendTemplate(page).click();
  await page.getByText("Guardado. Sale en cuanto haya conexión").waitFor();
  await luis.api("DELETE", `/devices/${luis.deviceId}`);
  await page.goto(`${world.url}/phone`);
  const unsent = page.getByRole("region", { name: "No enviado" }).getByRole("listitem");
  assert.match(await unsent.getByRole("textbox").inputValue(), /Marta Gil: tu pedido P-7 está/);
});
