/** A quotation leaves by WhatsApp: as words in the window, as a template after it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import {
  addPerson,
  connectMeta,
  heardAgo,
  type MetaAccount,
} from "../../channels/meta/accounts.ts";
import { graphTemplate } from "../../channels/meta/graph_template.ts";
import { goNow } from "../../channels/scene.ts";
import { expectData, inDatabase } from "../../crm/scene.ts";
import { draftQuote } from "../../sales/scene.ts";
import { draftFor } from "../../sales/sharing/offering.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const hour = 3_600_000;
const person = "34600111222";
type More = Partial<TemplateContent> & Pick<TemplateContent, "body">;

async function addTemplates(world: World, { id }: MetaAccount): Promise<void> {
  const link = { type: "url", text: "Ver", url: `${world.url}/q/{{1}}` };
  const contents: Record<string, More> = {
    codigo: { body: "Tu código es {{1}}", variables: ["body.1"], unsupported: "code" },
    enlace: {
      body: "Hola {{1}}: tu presupuesto está en el botón.",
      buttons: [link],
      variables: ["body.1", "buttons.0.1"],
    },
    foto: { header: { type: "image", text: null }, body: "Mira" },
    nada: { body: "Hola" },
    papel: { header: { type: "document", text: null }, body: "Va adjunto" },
  };
  for (const [name, more] of Object.entries(contents)) {
    const content: TemplateContent = {
      ...{ format: "positional", header: null, footer: null, buttons: [], variables: [] },
      ...more,
    };
    await inDatabase(world, 1, (trx) =>
      trx.insertInto("message_templates").values({
        ...{ company_id: 1, account_id: id, name, language: "es", category: "utility" },
        ...{ state: "approved", content: JSON.stringify(content) },
      }).execute());
    world.graph.state.templates.set(name, [graphTemplate({ name, language: "es", content })]);
  }
}

/** A draft for a client who wrote to the account. */
async function offer(world: World, account: MetaAccount, id: string, heardAt: Date | null) {
  const quote = await draftFor(account.api, {});
  const contactId = await addPerson(world, account, { id, name: quote.client.name, heardAt });
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contacts")
        .set({ converted_client_id: quote.client.id, converted_at: new Date() })
        .where("id", "=", contactId).execute(),
  );
  return quote;
}

async function openDialog(page: Page, world: World, quote: { id: number }, isSpanish = true) {
  await page.goto(`${world.url}/panel/quotes/${quote.id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: isSpanish ? "Enviar…" : "Send…" }).first().click();
  const name = isSpanish ? "Enviar presupuesto" : "Send quotation";
  return page.getByRole("dialog", { name });
}

interface SentTemplate {
  name: string;
  components: { parameters: { type: string; text: string }[] }[];
}

/** The template that left last. */
async function leaves(world: World): Promise<SentTemplate> {
  await until(async () => {
    await goNow(world);
    return world.graph.state.sent.length > 0;
  }, { what: "a message to leave" });
  return world.graph.state.sent.splice(0)[0]!.body.template as SentTemplate;
}

testInBrowser("after the window a template carries the quotation", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  await addTemplates(world, account);
  const quote = await offer(world, account, person, new Date(Date.now() - 30 * hour));
  {
    await using browser = await browserOf(world, "ana", {
      ...{ width: 390, colorScheme: "dark", locale: "en-GB" },
    });
    const { page, watch } = browser;
    const dialog = await openDialog(page, world, quote, false);
    await dialog.getByText("only a template reaches them").waitFor();
    await dialog.getByRole("region", { name: "What they get" }).waitFor();
    await assertSound(page, "a template for a quotation at 390");
    await screenshot(page, "quote-template-390");
    watch.assertClean();
  }
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const dialog = await openDialog(page, world, quote);
  const choice = dialog.getByLabel("Plantilla de WhatsApp");
  await choice.waitFor();
  assert.equal(await dialog.getByLabel("Texto del mensaje").count(), 0);
  const options = await choice.locator("option").evaluateAll((all) =>
    all.map((one) => [one.textContent, (one as HTMLOptionElement).disabled])
  );
  assert.deepEqual(options, [
    ["codigo (es): no se envía desde Relevo: lleva un código para copiar", true],
    ["enlace (es)", false],
    ["foto (es): lleva un archivo que aquí no se elige", true],
    ["nada (es): no puede llevar el presupuesto", true],
    ["papel (es)", false],
  ]);
  const preview = dialog.getByRole("region", { name: "Así le llega" });
  const ending = dialog.getByLabel("Final del enlace de «Ver»");
  assert.equal(await ending.inputValue(), "{{quote.link}}");
  await preview.getByText(`Hola ${quote.client.name}: tu presupuesto está en el botón.`).waitFor();
  await preview.getByText(`${world.url}/q/…`).waitFor();
  await assertSound(page, "a template for a quotation");
  await screenshot(page, "quote-template-1440");

  // Without the link, or without a word of how they agreed, nothing leaves.
  const send = dialog.getByRole("button", { name: "Enviar", exact: true });
  await send.click();
  await dialog.getByText("Falta el texto").waitFor();
  await dialog.getByLabel("Cómo aceptó recibir mensajes").fill("En el taller");
  await ending.fill("otra-cosa");
  await send.click();
  await dialog.getByText("así no lleva el presupuesto").waitFor();
  await assertSound(page, "a template without the quotation");
  await ending.fill("{{quote.link}}");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Sale en 10 s").waitFor();
  const template = await leaves(world);
  assert.equal(template.name, "enlace");
  const [body, button] = template.components;
  assert.equal(body!.parameters[0]!.text, quote.client.name);
  assert.match(button!.parameters[0]!.text, /rlq_/);
  await page.getByText("Mensaje enviado").waitFor();

  // On paper, to somebody who agreed before.
  const next = await draftQuote(account.api, { opportunity_id: quote.opportunity.id });
  const again = await openDialog(page, world, next);
  await again.getByLabel("Plantilla de WhatsApp").selectOption({ label: "papel (es)" });
  await preview.getByText(`PDF del presupuesto ${next.number}`).waitFor();
  assert.equal(await again.getByLabel("Cómo aceptó recibir mensajes").count(), 0);
  await again.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByText("Sale en 10 s").waitFor();
  const paper = await leaves(world);
  assert.equal(paper.components[0]!.parameters[0]!.type, "document");
  watch.assertClean();
}, { hasGraph: true });

testInBrowser("in the window words carry it, and nothing goes to a closed page", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const facebook = await connectMeta(world, "facebook");
  const quote = await offer(world, account, person, new Date());
  const late = await offer(world, facebook, "7012345678901234", new Date(Date.now() - 30 * hour));
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  const dialog = await openDialog(page, world, quote);
  await dialog.getByText(/quedan 23 h para escribir/).waitFor();
  await dialog.getByLabel("Texto del mensaje").waitFor();
  assert.equal(await dialog.getByText(/^Sale en \d+ mensajes/).count(), 0);

  // Over since the dialog was opened: it says so, and offers what is left.
  await heardAgo(world, account, person, 30 * hour);
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await dialog.getByText("solo le llega una plantilla").waitFor();
  await dialog.getByText("El número no tiene plantillas aprobadas").waitFor();
  await assertSound(page, "a number without templates");

  const closed = await openDialog(page, world, late);
  await closed.getByText("no le llega nada hasta que vuelva a escribir").waitFor();
  assert.ok(await closed.getByRole("button", { name: "Enviar", exact: true }).isDisabled());
  await assertSound(page, "a page that is closed");
  await screenshot(page, "quote-closed");
  watch.assertClean({ allow: /409/ });
}, { hasGraph: true });

testInBrowser("who accepted is told by a template, which needs no quotation", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  await addTemplates(world, account);
  const quote = await offer(world, account, person, null);
  await expectData(account.api("POST", `/quotes/${quote.id}/send`));
  await expectData(account.api("POST", `/quotes/${quote.id}/approve`, { name: "Pilar" }));
  await using browser = await browserOf(world, "ana");
  const { page, watch } = browser;
  await page.goto(`${world.url}/panel/quotes/${quote.id}?company_id=1`);
  await alive(page);
  await page.getByRole("button", { name: "Avisar al cliente…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Avisar de la aceptación" });
  await dialog.getByText("Aún no ha escrito a este número").waitFor();
  const choice = dialog.getByLabel("Plantilla de WhatsApp");
  await choice.locator("option[value='papel es'][disabled]").waitFor({ state: "attached" });
  await choice.selectOption({ label: "nada (es)" });
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await dialog.getByText("Falta el texto").waitFor();
  await dialog.getByLabel("Cómo aceptó recibir mensajes").fill("En el taller");
  await assertSound(page, "a template that tells");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Sale en 10 s").waitFor();
  assert.equal((await leaves(world)).name, "nada");
  watch.assertClean();
}, { hasGraph: true });
