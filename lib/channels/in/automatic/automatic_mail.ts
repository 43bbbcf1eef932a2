import { sql } from "kysely";
import * as z from "zod";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { ParseJob } from "@/lib/channels/in/parse.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { putSender } from "@/lib/channels/in/author/mail_senders.ts";
import {
  automaticColumns,
  automaticRecord,
  toAutomatic,
} from "@/lib/channels/in/automatic/automatic.ts";
import { mailPerson } from "@/lib/channels/email/mail_person.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";
import type { Reader } from "@/lib/readers/reader.ts";

/** One automatic mail: opened while its bytes are kept, or made a conversation. */

export const automaticParams = z.object({
  id: field.idParams.shape.id.meta({
    description: "Id of the channel account that messages go by.",
  }),
  mail_id: field.idParams.shape.id.meta({ description: "Id of the automatic mail." }),
});

export const openedRecord = automaticRecord.extend({
  mail: z.object({
    to: z.array(mailPerson).meta({ description: "People in the mail's To field (RFC 5322)." }),
    cc: z.array(mailPerson).meta({ description: "People in the mail's Cc field (RFC 5322)." }),
    text: z.string().meta({ description: "Text of the mail, without its HTML." }),
    quoted: z.string().nullable().meta({ description: "What stands below its new text." }),
    files: z.array(z.object({
      name: z.string().meta({ description: "Name of the file, as the mail gives it." }),
      type: z.string().meta({ description: "Media type of the file, such as `image/png`." }),
      size: z.int().meta({ description: "Length of the file in bytes." }),
    })).meta({ description: "Its files; their bytes are in the raw mail." }),
  }).nullable().meta({
    description: "Null once its bytes are gone, or where they cannot be read.",
  }),
}).meta({ id: "OpenedAutomaticMail" });

export const conversationRecord = z.object({
  state: z.enum(["waiting", "read", "problem"]).meta({
    description: "`read` once it is in a conversation; `waiting` while its account is paused.",
  }),
  contact_id: z.int().nullable().meta({ description: "Id of the contact who wrote it." }),
  message_id: z.int().nullable().meta({ description: "Id of the message, unique in the company." }),
}).meta({ id: "AutomaticConversation" });

const openingMs = 5_000;

/** Reads it anew from its bytes. @throws Problem not_found */
export async function findAutomatic(db: Db, { companyId }: Tenant, accountId: number, id: number) {
  const row = await db.selectFrom("channel_events as e")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "e.company_id").onRef("a.id", "=", "e.account_id"),
    )
    .select(automaticColumns).select(["e.body", "e.external_id", "a.address"])
    .where("e.company_id", "=", companyId).where("e.account_id", "=", accountId)
    .where("e.id", "=", id).where("e.automatic", "is not", null)
    .where("a.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

/** Outside of a transaction: a reader may take its time. */
export async function openAutomatic(
  { body, external_id, address, ...row }: Awaited<ReturnType<typeof findAutomatic>>,
  { companyId, reader }: Tenant & { reader: Pick<Reader, "run"> },
) {
  const record = toAutomatic(row);
  if (!body) return { ...record, mail: null };
  const job: ParseJob = {
    kind: "email",
    body,
    externalId: external_id,
    direction: row.direction,
    reader: { ownAddress: address, authservId: null },
  };
  const options = { queue: companyId, cpuMs: openingMs };
  const parsed = await reader.run<Parsed>("event", job, options).catch(() => undefined);
  if (!parsed || !("message" in parsed) || !parsed.message.mail) return { ...record, mail: null };
  const { text, mail } = parsed.message;
  const { quoted, facts: { to, cc }, parts, leftOut } = mail;
  const attachments = parts.map(({ name, type, bytes }) => ({ name, type, size: bytes.length }));
  const files = [...attachments, ...leftOut];
  return { ...record, mail: { to, cc, text, quoted, files } };
}

/**
 * Has it read again as what a person wrote, as the sender's next ones will be.
 * @throws Problem not_found, invalid_transition: its bytes are gone, or it names nobody else
 */
export async function makeConversation(
  trx: Trx,
  tenant: Tenant,
  accountId: number,
  id: number,
): Promise<void> {
  const { companyId } = tenant;
  await trx.selectFrom("channel_events").select("id").where("company_id", "=", companyId)
    .where("account_id", "=", accountId).where("id", "=", id).forUpdate().executeTakeFirst();
  const row = toAutomatic(await findAutomatic(trx, tenant, accountId, id));
  if (!row.can.includes("conversation")) {
    throw problem("invalid_transition", { details: { allowed: row.can } });
  }
  await putSender(trx, tenant, { address: row.from!.address, is_person: true });
  await trx.updateTable("channel_events").set({
    state: "waiting",
    automatic: null,
    contact_id: null,
    message_id: null,
    attempts: 0,
    due_at: sql<Date>`now()`,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
}

export async function findConversation(
  db: Db,
  { companyId }: Tenant,
  accountId: number,
  id: number,
) {
  return await db.selectFrom("channel_events").select(["state", "contact_id", "message_id"])
    .where("company_id", "=", companyId).where("account_id", "=", accountId).where("id", "=", id)
    .executeTakeFirstOrThrow();
}
