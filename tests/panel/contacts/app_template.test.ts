/** After the window a template is found by `/`, filled, and sent to who agreed to get it. */
import assert from "node:assert/strict";
import type { TemplateContent } from "@/lib/db/tables/meta.ts";
import { inDatabase } from "../../crm/scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../../channels/meta/accounts.ts";
import { graphTemplate } from "../../channels/meta/graph_template.ts";
import { goNow } from "../../channels/scene.ts";
import { screenshot } from "../../support/browser.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { alive } from "../hands.ts";
import { assertSound, browserOf, testInBrowser } from "../scene.ts";

const person = "34600111222";

async function addTemplate(world: World, { id }: MetaAccount): Promise<void> {
  const name = "presupuesto_listo";
  const content: TemplateContent = {
    format: "positional",
    header: { type: "text", text: "Hola, {{1}}" },
    body: "Tu presupuesto de {{1}} está listo.",
    footer: "Responde BAJA para no recibir más",
    buttons: [{ type: "quick_reply", text: "Llamadme", url: null }],
    variables: ["header.1", "body.1"],
  };
  await inDatabase(world, 1, (trx) =>
    trx.insertInto("message_templates").values({
      ...{ company_id: 1, account_id: id, name, language: "es", category: "utility" },
      state: "approved",
      content: JSON.stringify(content),
    }).execute());
  const template = graphTemplate({ name, language: "es", content });
  world.graph.state.templates.set("waba", [template]);
}

testInBrowser("a template is filled, seen as it will look, and sent", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const heardAt = new Date(Date.now() - 30 * 3_600_000);
  const contactId = await addPerson(world, account, { id: person, name: "Marta Gil", heardAt });
  await addTemplate(world, account);
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
