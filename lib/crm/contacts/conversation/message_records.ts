import { sql } from "kysely";
import { answered, toMetaFields } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { toDelivery } from "@/lib/channels/out/deliveries.ts";
import { calendarEvents } from "@/lib/crm/contacts/conversation/invitation/in_calendar.ts";
import { isSuperseded, toMail, toPerson } from "@/lib/crm/contacts/conversation/mail_record.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { toFiles } from "@/lib/files/file.ts";
import { filesOf } from "@/lib/files/files.ts";
import { problem } from "@/lib/input/errors.ts";
import { withMember, withRecord } from "@/lib/records/joins.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Language } from "@/lib/words/language.ts";

/** Reader's language, for the error text of a delivery. */
export interface Spoken {
  language: Language;
}

export type Writer = Actor & Spoken;

/** @throws Problem not_found */
export async function findMessage(db: Db, reader: Writer, contactId: number, id: number) {
  const row = await messageRows(db).select("t.html").where("t.company_id", "=", reader.companyId)
    .where("t.contact_id", "=", contactId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toMessage(row, reader);
}

/** Id of the newest message, which every later one's is above: the contact is locked for each. */
export function newestMessage({ companyId }: Tenant, contacts: number[]) {
  return sql<{ newest: number | null }>`
    select max(m.id) as newest from unnest(${contacts}::int[]) contact cross join ${
    lookUp(sql`select id from contact_messages
      where company_id = ${companyId} and contact_id = contact
        and direction <> 'note' and deleted_at is null
      order by id desc limit 1`)
  } m`;
}

export async function newestOf(db: Db, tenant: Tenant, contacts: number[]): Promise<number | null> {
  const { rows } = await newestMessage(tenant, contacts).execute(db);
  return rows[0]!.newest;
}

/**
 * Refuses an answer from one who has not seen the newest message; needs the contacts' lock.
 * @param after the newest message that the writer has seen
 * @throws Problem conversation_moved, with the message that is newer
 */
export async function refuseUnseen(
  trx: Trx,
  writer: Writer,
  contacts: number[],
  after: number,
): Promise<void> {
  const newest = await newestOf(trx, writer, contacts);
  if (newest === null || newest <= after) return;
  const row = await messageRows(trx).select("t.html")
    .where("t.company_id", "=", writer.companyId).where("t.id", "=", newest)
    .executeTakeFirstOrThrow();
  throw problem("conversation_moved", { details: { message: toMessage(row, writer), newest } });
}

export function messageRows(db: Db) {
  return db.selectFrom("contact_messages as t")
    .leftJoin(
      "channel_accounts as via",
      (on) => on.onRef("via.company_id", "=", "t.company_id").onRef("via.id", "=", "t.via_id"),
    )
    .leftJoinLateral(
      db.selectFrom("outbox").selectAll().where("company_id", "=", sql.ref<number>("t.company_id"))
        .where("message_id", "=", sql.ref<number>("t.id")).offset(sql.lit(0)).as("o"),
      (on) => on.onTrue(),
    )
    .select(["t.id", "t.company_id", "t.created_at", "t.contact_id", "t.direction", "t.channel"])
    .select(["t.body", "t.external_id", "t.author_id", "t.sent_at", "t.meta", "t.via_id"])
    .select(["t.sender", "t.recipient", "t.subject", "t.quoted", "t.mail"])
    .$call(withRecord("quote"))
    .select([
      sql<boolean>`t.html is not null`.as("has_html"),
      isSuperseded("t").as("is_superseded"),
      calendarEvents("t").as("calendar"),
    ])
    .$call(withMember("author"))
    .select(["via.name as via_name", "o.state", "o.state_at", "o.attempts", "o.due_at", "o.error"])
    .select(["o.recipients", "o.code", "o.note", "o.charged"])
    .select(["t.reactions", "t.edited_at", "t.earlier", "t.unsent_at", "t.source", "t.content"])
    .select(["t.template", "t.part", answered.as("answers")])
    .select(filesOf("t", "message_id").as("files"));
}

type Row = Awaited<ReturnType<ReturnType<typeof messageRows>["execute"]>>[number] & {
  html: string | null;
};

export function toMessage(row: Row, { language }: Spoken) {
  return {
    id: row.id,
    created_at: row.created_at,
    contact_id: row.contact_id,
    direction: row.direction,
    channel: row.channel,
    body: row.body,
    external_id: row.external_id,
    author: row.author,
    sent_at: row.sent_at,
    meta: row.meta,
    via: row.via_id === null ? null : { id: row.via_id, name: row.via_name },
    from: toPerson(row.sender),
    to: toPerson(row.recipient),
    files: toFiles(row.files, row.mail?.leftOut),
    subject: row.subject,
    quoted: row.quoted,
    html: row.html,
    mail: row.mail && toMail({
      facts: row.mail,
      hasHtml: row.has_html,
      isSuperseded: row.is_superseded,
      calendar: row.calendar,
    }),
    quote: row.quote,
    ...toMetaFields(row),
    delivery: toDelivery(row, language),
  };
}
