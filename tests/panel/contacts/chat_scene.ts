/** A conversation by WhatsApp with everything that its messages can have beside their text. */
import type { InsertObject } from "kysely";
import type { Schema } from "@/lib/db/schema.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { World } from "../../support/world.ts";

type Message = Omit<
  InsertObject<Schema, "contact_messages">,
  "company_id" | "contact_id" | "channel" | "via_id" | "direction" | "body" | "sent_at"
>;

interface ChatOptions {
  channel?: "whatsapp" | "instagram" | "facebook";
  name?: string;
  /** What they wrote first. */
  text?: string;
  /** How long ago they wrote, in hours; null: they never did. */
  heardHoursAgo?: number | null;
  settings?: Record<string, unknown>;
}

/** A contact who wrote to an account an hour ago, and a way to file more of their messages. */
export async function chat(world: World, options: ChatOptions = {}) {
  const { channel = "whatsapp", name = "Marta Gil", text = "Hola" } = options;
  const { heardHoursAgo = 1, settings = {} } = options;
  const { db } = world.services.database;
  const minute = 60_000;
  let at = Date.now() - 60 * minute;
  const { accountId, contactId } = await inCompany(db, 1, async (trx) => {
    const account = await trx.insertInto("channel_accounts").values({
      company_id: 1,
      kind: channel,
      channel,
      name: `Taller ${channel}`,
      address: "+34 600 000 001",
      state: "working",
      settings: JSON.stringify({
        ...{ meta_app_id: 1, phone_number_id: "1", page_id: "1", ig_id: "1" },
        ...settings,
      }),
    }).returning("id").executeTakeFirstOrThrow();
    const contact = await trx.insertInto("contacts").values({
      company_id: 1,
      channel,
      name,
      phone: "+34 600 111 222",
      status: "read",
    }).returning("id").executeTakeFirstOrThrow();
    const person = channel === "whatsapp" ? "34600111222" : "7012345678901234";
    await trx.insertInto("identities").values({
      company_id: 1,
      contact_id: contact.id,
      kind: "account_id",
      value: `${account.id}:${person}`,
      source: "channel",
    }).execute();
    await trx.insertInto("account_people").values({
      company_id: 1,
      account_id: account.id,
      person_id: person,
      username: channel === "instagram" ? "marta.gil" : null,
      heard_at: heardHoursAgo === null ? null : new Date(Date.now() - heardHoursAgo * 60 * minute),
    }).execute();
    return { accountId: account.id, contactId: contact.id };
  });

  async function file(direction: "in" | "out", body: string, more: Message = {}): Promise<number> {
    at += minute;
    const sentAt = new Date(at);
    return await inCompany(db, 1, async (trx) => {
      const { id } = await trx.insertInto("contact_messages").values({
        company_id: 1,
        contact_id: contactId,
        channel,
        via_id: accountId,
        direction,
        body,
        sent_at: sentAt,
        ...more,
      }).returning("id").executeTakeFirstOrThrow();
      await trx.updateTable("contacts").set({ last_message_at: sentAt, last_direction: direction })
        .where("company_id", "=", 1).where("id", "=", contactId).execute();
      return id;
    });
  }

  async function attach(
    messageId: number,
    file: { id?: string; name: string; type: string; state: "kept" | "coming" | "left_out" },
  ): Promise<void> {
    await inCompany(db, 1, (trx) =>
      trx.insertInto("files").values({
        id: crypto.randomUUID(),
        company_id: 1,
        message_id: messageId,
        size: 24_000,
        ...file,
      }).execute());
  }

  const first = await file("in", text, { external_id: "wamid.1" });
  return { accountId, contactId, file, attach, first };
}

export type Chat = Awaited<ReturnType<typeof chat>>;

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** One message of each kind, as reading files them. */
export async function fileAll({ file, attach }: Chat): Promise<void> {
  const picture = crypto.randomUUID();
  const ad = await file("in", "¿Hacéis mesas a medida?", {
    source: JSON.stringify({
      kind: "ad",
      title: "Mesas de roble",
      url: "https://fb.example/ad/1",
      ref: null,
      file_id: picture,
    }),
    reactions: JSON.stringify([{ emoji: "👍", by: "us", at: ago(50) }]),
  });
  await attach(ad, { id: picture, name: "anuncio.jpg", type: "image/jpeg", state: "coming" });
  await file("out", "Sí. ¿Qué medidas?", {
    external_id: "wamid.2",
    source: JSON.stringify({ kind: "elsewhere", title: null, url: null, ref: null }),
    reactions: JSON.stringify([{ emoji: "❤️", by: "them", at: ago(49) }]),
  });
  await file("in", "De 180 × 90", {
    answers_key: "wamid.2",
    edited_at: new Date(ago(45)),
    earlier: JSON.stringify([{ body: "De 160 × 90", at: ago(45) }]),
  });
  await file("in", "", { unsent_at: new Date(ago(44)) });
  await file("in", "Taller de Marta, Calle Mayor 1, Toledo", {
    content: JSON.stringify({
      type: "location",
      latitude: 39.8628,
      longitude: -4.0273,
      name: "Taller de Marta",
      address: "Calle Mayor 1, Toledo",
      url: null,
    }),
  });
  await file("in", "Luis Pérez · Maderas Pérez · +34 600 333 444 · luis@maderas.example", {
    content: JSON.stringify({
      type: "contacts",
      cards: [{
        name: "Luis Pérez",
        organization: "Maderas Pérez",
        phones: ["+34 600 333 444"],
        emails: ["luis@maderas.example"],
      }],
    }),
  });
  await file("in", "Pedido\n2 × MESA-180 (450 EUR)\n1 × SILLA (60.5 EUR)", {
    content: JSON.stringify({
      type: "order",
      items: [
        { sku: "MESA-180", quantity: 2, price: 450, currency: "EUR" },
        { sku: "SILLA", quantity: 1, price: 60.5, currency: "EUR" },
      ],
    }),
  });
  await file("in", "Reel: Cocinas", {
    content: JSON.stringify({
      type: "shared",
      what: "reel",
      title: "Cocinas",
      url: "javascript:alert(1)",
    }),
  });
  await file("in", "Mensaje de un tipo que no se conoce: poll", {
    content: JSON.stringify({ type: "unknown", what: "poll" }),
  });
  const voice = await file("in", "");
  await attach(voice, { name: "voz.ogg", type: "audio/ogg", state: "kept" });
  await attach(voice, { name: "plano.pdf", type: "application/pdf", state: "coming" });
  await file("out", "Te mando el presupuesto.", {
    part: JSON.stringify({ n: 1, of: 3, first: null }),
    template: JSON.stringify({ name: "presupuesto_listo", language: "es" }),
  });
}
