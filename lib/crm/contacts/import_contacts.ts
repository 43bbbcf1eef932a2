import { sql } from "kysely";
import { canMove, type ContactStatus } from "@/lib/crm/contacts/contact.ts";
import { contactFile, type ContactRow } from "@/lib/crm/contacts/contact_file.ts";
import { contactLinks } from "@/lib/crm/contacts/merge_contacts.ts";
import { attachedAmong } from "@/lib/records/imports/undo/attached.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language, Text } from "@/lib/words/language.ts";
import { statusWords } from "@/lib/words/statuses.ts";

/** The import itself files a message; later ones change the contact's own values. */
const workLinks = contactLinks.filter(([table]) =>
  table !== "activities" && table !== "contact_messages"
);

/** Files contacts with the first message of each thread. Sends no notices. */
export const contactImport: Importable<ContactRow> = {
  ...contactFile,
  afterwards: openThreads,
  inUse: (trx, actor, ids) =>
    attachedAmong(trx, actor, { table: "contacts", links: workLinks }, ids),
  keepLines: noteLines,
  refuses: ({ status: from }, { status: to }) =>
    to === undefined || canMove(from as ContactStatus, to as ContactStatus)
      ? undefined
      : { field: "status", text: noMove(from as ContactStatus, to as ContactStatus) },
};

async function openThreads(trx: Trx, { companyId, userId }: Actor, ids: number[]): Promise<void> {
  await trx.insertInto("contact_messages")
    .columns(["company_id", "created_by", "contact_id", "direction", "channel", "body"])
    .expression((eb) =>
      eb.selectFrom("contacts")
        .select((eb) => [
          "company_id",
          eb.val(userId).as("created_by"),
          "id",
          eb.val("in" as const).as("direction"),
          "channel",
          eb.ref("message").$notNull().as("body"),
        ])
        .where("company_id", "=", companyId).where("id", "=", (eb) => eb.fn.any(eb.val(ids)))
        .where("message", "is not", null)
    ).execute();
}

/** Adds the lines as a note between colleagues. */
async function noteLines(
  trx: Trx,
  { companyId, userId }: Actor,
  notes: { id: number; lines: string[] }[],
): Promise<void> {
  const rows = notes.map(({ id, lines }) => ({ id, body: lines.join("\n") }));
  await sql`
    insert into contact_messages
      (company_id, created_by, author_id, contact_id, direction, channel, body)
    select c.company_id, ${userId}::integer, ${userId}::integer, c.id, 'note', c.channel, n.body
    from ${keyRows(rows, { id: "int", body: "text" })} n cross join ${
    lookUp(sql`select * from contacts where company_id = ${companyId} and id = n.id`)
  } c
    order by c.id`.execute(trx);
}

function noMove(from: ContactStatus, to: ContactStatus): Text {
  const words = statusWords.contact;
  const say = (language: Language) =>
    importWords.noMove(
      words[from][language].toLowerCase(),
      words[to][language].toLowerCase(),
    )[language];
  return { es: say("es"), en: say("en") };
}
