/** A quotation leaves from the panel by a mailbox, and says how far it has come. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { connectMailbox, testWithMail } from "../../channels/email/scene.ts";
import { connect as connectProgram, goNow } from "../../channels/scene.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { draftQuote, plainLine } from "../../sales/scene.ts";
import { findChromium, screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { hold } from "../contacts/conversation_scene.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

/** Two drafts for a client with an address. */
async function makeDrafts(world: World) {
  const ana = apiOf(world, people.ana, 1);
  const { id: client_id } = await expectData(
    ana("POST", "/clients", { name: "Pilar Ruiz", email: "pilar@cliente.example" }),
    201,
  );
  const opportunity = { title: "Cocina de roble", client_id };
  const { id: opportunity_id } = await expectData(ana("POST", "/opportunities", opportunity), 201);
  const quote = await draftQuote(ana, { opportunity_id, lines: [plainLine] });
  return { ana, quote, path: `/quotes/${quote.id}` };
}

async function openQuote(page: Page, world: World, id: number) {
  await page.goto(`${world.url}/panel/quotes/${id}?company_id=1`);
  await alive(page);
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Enviar presupuesto" });

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Enviar…" }).first().click();
  const dialog = dialogOf(page);
  await dialog.locator(".quote-preview").getByText("Montaje").waitFor();
  return dialog;
}

/** The dialog says that the message is out; the quotation is left as it is. */
async function askToRecall(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Más acciones" }).click();
  await page.getByRole("button", { name: "Recuperar" }).first().click();
  const ask = page.getByRole("dialog", { name: "¿Recuperar el presupuesto?" });
  await ask.getByText("El mensaje ya ha salido").waitFor();
  await page.keyboard.press("Escape");
  await ask.waitFor({ state: "hidden" });
}

testInBrowser(
  "without an account a quotation gets a link, and its dialog says what would help",
  async (world) => {
    const { quote } = await makeDrafts(world);
    await using browser = await browserOf(world, "ana");
    const { page, watch } = browser;
    await openQuote(page, world, quote.id);
    const plain = await openDialog(page);
    const connect = plain.getByRole("link", { name: "Conectar un correo" });
    await connect.waitFor();
    assert.match(
      (await connect.getAttribute("href"))!,
      /\/panel\/settings\/channels\?company_id=1/,
    );
    await plain.getByRole("button", { name: "Enviar y crear enlace" }).waitFor();
    await page.keyboard.press("Escape");

    // A program that never heard of the client is no way to it.
    await connectProgram(world, { name: "Telegram", callbackUrl: "http://127.0.0.1:1/out" });
    const hint = await openDialog(page);
    await hint.getByRole("link", { name: "Conectar un correo" }).waitFor();
    await page.keyboard.press("Escape");
    watch.assertClean();
  },
);

testWithMail("a quotation is sent, taken back, sent again and thanked for", async (world, post) => {
  if (!findChromium()) return;
  const { ana, quote, path } = await makeDrafts(world);
  const state = async () => (await expectData(ana("GET", path))).status;
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await openQuote(page, world, quote.id);
  await connectMailbox(world, post, { sent_copy: false });
  const template = { name: "Oferta", language: "es", body: "{{contact.name}}: {{quote.link}}" };
  await expectData(ana("POST", "/reply-templates", template), 201);
  const dialog = await openDialog(page);
  const text = dialog.getByLabel("Texto del mensaje");
  await until(async () => await text.inputValue() === "Pilar Ruiz: {{quote.link}}");
  const ways = await dialog.getByLabel("Por dónde sale").locator("option").allTextContents();
  assert.deepEqual(ways, ["Taller", "Solo el enlace: lo mandas tú"]);
  const to = dialog.getByLabel("Para", { exact: true });
  assert.equal(await to.inputValue(), "pilar@cliente.example");
  assert.match(await dialog.getByLabel("Asunto").inputValue(), new RegExp(quote.number));
  await dialog.getByLabel("Plantilla").selectOption({ label: "Texto de Relevo" });
  assert.match(await text.inputValue(), /Va adjunto en PDF.*\{\{quote\.link\}\}/s);
  await text.press("End");
  await text.pressSequentially(" 1");
  assert.ok(await dialog.isVisible(), "a digit is text here");
  await assertSound(page, "send dialog with an account");
  await screenshot(page, "quote-send-mail");

  await to.fill("nadie");
  await page.keyboard.press("Control+Enter");
  await dialog.locator("#field-message-to-error").waitFor();
  assert.equal(await state(), "draft");
  await assertSound(page, "send dialog, refused");
  await to.fill("pilar@cliente.example");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Sale en 10 s").waitFor();
  await hold(world);
  assert.equal(await state(), "sent");
  await page.getByText("El mensaje sale en unos segundos").waitFor();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await page.getByText("El mensaje no se envió").waitFor();
  await until(async () => await state() === "draft");

  await openDialog(page);
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByText("Sale en 10 s").waitFor();
  await goNow(world);
  await page.getByText("Mensaje enviado").waitFor();
  assert.equal(post.smtp.mails.length, 1);
  await page.getByText("mandó un mensaje").first().waitFor();
  await assertSound(page, "a quotation that is out");
  await screenshot(page, "quote-out");
  await askToRecall(page);
  assert.equal(await state(), "sent");

  const luis = apiOf(world, people.luis, 1);
  await expectData(luis("POST", `${path}/approve`, { name: "Pilar" }));
  await page.getByRole("button", { name: "Avisar al cliente…" }).first().click();
  const tell = page.getByRole("dialog", { name: "Avisar de la aceptación" });
  await tell.getByLabel("Texto del mensaje").waitFor();
  assert.match(
    await tell.getByLabel("Texto del mensaje").inputValue(),
    /Gracias por aceptar el presupuesto/,
  );
  await assertSound(page, "thanks");
  await screenshot(page, "quote-tell");
  await tell.getByLabel("Texto del mensaje").press("Control+Enter");
  await page.getByText("Sale en 10 s").waitFor();
  await goNow(world);
  await until(() => post.smtp.mails.length === 2);
  // It is offered once; the menu has it still.
  await until(async () => await page.getByRole("button", { name: /Avisar/ }).count() === 0);
  await page.getByText("Mensaje enviado").waitFor();

  await page.goto(`${world.url}/panel/quotes?company_id=1`);
  await alive(page);
  await page.locator("[title='Mensaje enviado']:visible").first().waitFor();
  await assertSound(page, "the list");
  watch.assertClean({ allow: /422/ });
});

testWithMail("a quotation is sent on a phone, in dark", async (world, post) => {
  if (!findChromium()) return;
  const { ana, quote, path } = await makeDrafts(world);
  await connectMailbox(world, post, { sent_copy: false });
  await using browser = await browserOf(world, "luis", { width: 390, colorScheme: "dark" });
  const { page, watch } = browser;
  await openQuote(page, world, quote.id);
  const dialog = await openDialog(page);
  await dialog.getByLabel("Para", { exact: true }).waitFor();
  await assertSound(page, "send dialog on a phone");
  await screenshot(page, "quote-send-mail-390");
  post.smtp.refuses = () => ({ refuse: 550, text: "no such user" });
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByText("Sale en 10 s").waitFor();
  await goNow(world);
  await page.getByText("El mensaje no ha llegado").waitFor();
  await page.getByText("no such user").first().waitFor();
  await assertSound(page, "a message that failed");
  await screenshot(page, "quote-failed-390");
  post.smtp.refuses = () => undefined;
  await page.getByRole("button", { name: "Reintentar" }).first().click();
  await page.getByText("Mensaje enviado").waitFor();
  assert.equal((await expectData(ana("GET", path))).delivery.state, "sent");

  // An address that refused one is told before the next, which can be sent all the same.
  await expectData(ana("POST", `${path}/recall`));
  await page.reload();
  await alive(page);
  await openDialog(page);
  await dialog.getByText(/pilar@cliente\.example devolvió un correo/).waitFor();
  await assertSound(page, "send dialog, an address that refused");
  await screenshot(page, "quote-send-refused-390");
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByText("Sale en 10 s").waitFor();
  watch.assertClean();
});
