/** Luis with his phone, and a customer of his who writes by WhatsApp. */
import type { Page } from "playwright-core";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { pairCaller } from "../../crm/conversations/scene.ts";
import { inDatabase } from "../../crm/scene.ts";
import { chat } from "../../panel/contacts/chat_scene.ts";
import { people, type World } from "../../support/world.ts";

export type PhoneChat = Awaited<ReturnType<typeof phoneChat>>;

/** A conversation of Luis'; by WhatsApp with two templates. */
export async function phoneChat(world: World, options: Parameters<typeof chat>[1] = {}) {
  const luis = await pairCaller(world, people.luis, 1);
  const conversation = await chat(world, options);
  const { contactId, accountId } = conversation;
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("contacts").set({ assignee_id: luis.id, language: "es" })
      .where("company_id", "=", 1).where("id", "=", contactId).execute();
    const own = options.channel === undefined ? Object.entries(templates) : [];
    for (const [name, content] of own) {
      await trx.insertInto("message_templates").values({
        ...{ company_id: 1, account_id: accountId, name, language: "es", state: "approved" },
        ...{ category: "utility", content: JSON.stringify(content) },
      }).execute();
    }
  });
  return {
    ...conversation,
    luis,
    address: `/phone?device=${luis.deviceId}&c=${contactId}`,
    /** They wrote so long ago, or never. */
    heard: (hoursAgo: number | null) =>
      inDatabase(world, 1, (trx) =>
        trx.updateTable("account_people")
          .set({ heard_at: hoursAgo === null ? null : new Date(Date.now() - hoursAgo * 3_600_000) })
          .where("company_id", "=", 1).where("account_id", "=", accountId).execute()),
    messages: async () => (await luis.read(contactId)).messages,
  };
}

const templates: Record<string, TemplateContent> = {
  pedido_listo: {
    format: "positional",
    header: { type: "text", text: "Taller de Ana" },
    body: "Hola {{1}}: tu pedido {{2}} está listo. Puedes pasar a recogerlo cuando quieras.",
    footer: "Responde para hablar con nosotros",
    buttons: [
      { type: "url", text: "Ver el pedido", url: "https://taller.example/p/{{1}}" },
      { type: "quick_reply", text: "Pasaré mañana", url: null },
    ],
    variables: ["body.1", "body.2", "buttons.0.1"],
  },
  codigo: {
    ...{ format: "named", header: null, body: "Tu código", footer: null, buttons: [] },
    ...{ variables: [], unsupported: "code" },
  },
  presupuesto: {
    format: "named",
    header: { type: "document", text: null },
    body: "{{nombre}}, te mandamos el presupuesto.",
    footer: null,
    buttons: [],
    variables: ["nombre"],
  },
};

export const field = (page: Page) => page.locator("#write-text");
export const sendButton = (page: Page) => page.getByRole("button", { name: "Enviar", exact: true });
export const message = (page: Page, text: string) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: text });
