/** After the window a template is found by `/`, filled, and sent to who agreed to get it. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { expectData, inDatabase } from "../../crm/scene.ts";
import { draftQuote } from "../../sales/scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../../channels/meta/accounts.ts";
import { graphTemplate } from "../../channels/meta/graph_template.ts";
import { goNow } from "../../channels/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const person = "34600111222";

const greeting: Partial<TemplateContent> = {
  header: { type: "text", text: "Hola, {{1}}" },
  body: "Tu presupuesto de {{1}} está listo.",
  footer: "Responde BAJA para no recibir más",
  buttons: [{ type: "quick_reply", text: "Llamadme", url: null }],
  variables: ["header.1", "body.1"],
};

/** The smallest picture that is one. */
const buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function addTemplate(
  world: World,
  { id }: MetaAccount,
  name: string,
  more: Partial<TemplateContent>,
): Promise<void> {
  const content: TemplateContent = {
    ...{ format: "positional", header: null, body: "Mira", footer: null, buttons: [] },
    variables: [],
    ...more,
  };
  await inDatabase(world, 1, (trx) =>
    trx.insertInto("message_templates").values({
      ...{ company_id: 1, account_id: id, name, language: "es", category: "utility" },
      state: "approved",
      content: JSON.stringify(content),
    }).execute());
  world.graph.state.templates.set(name, [graphTemplate({ name, language: "es", content })]);
}

testInBrowser("a template is filled, seen as it will look, and sent", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const heardAt = new Date(Date.now() - 30 * 3_600_000);
  const contactId = await addPerson(world, account, { id: person, name: "Marta Gil", heardAt });
  await addTemplate(world, account, "presupuesto_listo", greeting);
  for (const look of [{ width: 390, locale: "en-GB" }, { width: 1440, locale: "es-ES" }] as const) {
    await using browser = await browserOf(world, "ana", look);
    const { page, watch } = browser;
    const isSpanish = look.locale === "es-ES";
    const say = (es: string, en: string) => isSpanish ? es : en;
    await page.goto(`${world.url}/panel/contacts/${contactId}`);
    await alive(page);
    await page.getByLabel(say("Por dónde sale", "What it goes by")).selectOption(`${account.id}`);
    await page.getByText(say("solo le llega una plantilla", "only a template reaches them"))
      .waitFor();
    await page.getByRole("button", { name: say("Elegir plantilla", "Choose a template") }).click();
    await page.keyboard.type("listo");
    await page.getByRole("option", { name: /presupuesto_listo/ }).waitFor();
    await page.keyboard.press("Enter");
    const title = say("Plantilla presupuesto_listo", "Template presupuesto_listo");
    const sheet = page.getByRole("dialog", { name: title });
    const send = sheet.getByRole("button", { name: say("Enviar plantilla", "Send template") });
    const preview = sheet.getByRole("region", { name: say("Así le llega", "What they get") });
    const header = sheet.getByLabel(say("Hueco {{1}} del título", "Place {{1}} of the title"));
    const body = sheet.getByLabel(say("Hueco {{1}} del texto", "Place {{1}} of the text"));
    await header.fill("Marta");
    await body.fill("");
    await send.click();
    await sheet.getByText(say("Falta el texto", "Text is missing")).first().waitFor();
    await body.fill("la mesa");
    await preview.getByText("Hola, Marta").waitFor();
    await preview.getByText("Tu presupuesto de la mesa está listo.").waitFor();
    await assertSound(page, `a template at ${look.width}`);
    await screenshot(page, `template-${look.width}`);
    if (!isSpanish) {
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      watch.assertClean();
      continue;
    }
    await sheet.getByLabel("Cómo aceptó recibir mensajes").fill("En el mostrador");
    await page.keyboard.press("Control+Enter");
    await sheet.waitFor({ state: "detached" });
    const thread = page.getByRole("group", { name: "Conversación" });
    await thread.getByText("Sale en unos segundos").waitFor();
    await thread.getByText("plantilla presupuesto_listo").waitFor();
    await until(async () => {
      await goNow(world);
      return world.graph.state.sent.length === 1;
    }, { what: "one send" });
    assert.equal(world.graph.state.sent[0]!.body.type, "template");
    await thread.getByText(/^Enviado/).waitFor();

    // That they agreed is recorded, and not asked again.
    await page.getByRole("button", { name: "Elegir plantilla" }).click();
    await page.getByRole("option", { name: /presupuesto_listo/ }).click();
    await sheet.waitFor();
    assert.equal(await sheet.getByLabel("Cómo aceptó recibir mensajes").count(), 0);
    watch.assertClean();
  }
}, { hasGraph: true });

testInBrowser("a template's head takes the quotation on paper, or a picture", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const heardAt = new Date(Date.now() - 30 * 3_600_000);
  const contactId = await addPerson(world, account, { id: person, name: "Marta Gil", heardAt });
  await addTemplate(world, account, "codigo", { unsupported: "code" });
  await addTemplate(world, account, "foto", { header: { type: "image", text: null } });
  await addTemplate(world, account, "papel", { header: { type: "document", text: null } });
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("account_people").set({ opted_in_at: new Date(), opt_in_source: "x" })
        .where("account_id", "=", account.id).execute(),
  );
  const { id: client_id } = await expectData(
    account.api("POST", "/clients", { name: "Marta Gil" }),
    201,
  );
  const body = { title: "Mesa", client_id, contact_id: contactId };
  const opportunity = await expectData(account.api("POST", "/opportunities", body), 201);
  const quote = await draftQuote(account.api, { opportunity_id: opportunity.id });
  await expectData(account.api("POST", `/quotes/${quote.id}/send`));

  await using browser = await browserOf(world, "ana", { width: 390, colorScheme: "dark" });
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/contacts/${contactId}`);
  await alive(page);
  await page.getByLabel("Por dónde sale").selectOption(`${account.id}`);
  const sheet = page.getByRole("dialog");
  const send = sheet.getByRole("button", { name: "Enviar plantilla" });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Elegir plantilla" }).click();
    await page.getByRole("option", { name }).click();
    await sheet.getByRole("region", { name: "Así le llega" }).waitFor();
  };
  const sent = async (count: number) => {
    await sheet.waitFor({ state: "detached" });
    await until(async () => {
      await goNow(world);
      return world.graph.state.sent.length === count;
    }, { what: `${count} sends` });
    const { template } = world.graph.state.sent[count - 1]!.body as {
      template: { components: { parameters: Record<string, { filename?: string }>[] }[] };
    };
    return template.components[0]!.parameters[0]!;
  };

  // One that cannot be filled is there, says why, and is not opened.
  await page.getByRole("button", { name: "Elegir plantilla" }).click();
  const code = page.getByRole("option", { name: /no se envía desde Relevo: lleva un código/i });
  await code.waitFor();
  assert.equal(await code.getAttribute("aria-disabled"), "true");
  await assertSound(page, "templates, one of which is not sent from here");
  await screenshot(page, "templates-menu-390");
  await page.keyboard.press("Enter");
  await code.click({ force: true });
  assert.equal(await sheet.count(), 0);
  await page.getByRole("option", { name: "papel" }).click();

  const paper = sheet.getByLabel("Documento");
  await sheet.getByText(`PDF del presupuesto ${quote.number}`).last().waitFor();
  await paper.selectOption({ label: "Otro archivo" });
  await send.click();
  await sheet.getByText("Falta el archivo").waitFor();
  await assertSound(page, "a template without its file");
  await paper.selectOption({ label: `PDF del presupuesto ${quote.number}` });
  await screenshot(page, "template-paper-390");
  await send.click();
  assert.equal((await sent(1)).document!.filename, `${quote.number}.pdf`);

  await choose("foto");
  await sheet.getByLabel("Archivo").setInputFiles({
    name: "mesa.png",
    mimeType: "image/png",
    buffer,
  });
  await sheet.getByRole("region", { name: "Así le llega" }).locator("img").waitFor();
  await sheet.getByText("mesa.png").waitFor();
  await assertSound(page, "a template with a picture");
  await screenshot(page, "template-picture-390");
  await send.click();
  assert.ok((await sent(2)).image);
  watch.assertClean();
}, { hasGraph: true });
