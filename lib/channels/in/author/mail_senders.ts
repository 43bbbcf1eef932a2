import { sql } from "kysely";
import * as z from "zod";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";
import { metaOf, pageQuery } from "@/lib/input/list.ts";
import { shownMailbox } from "@/lib/records/shown_address.ts";

/** Members' choices for senders of mail, which hold for mails from then on. */

export const senderQuery = z.strictObject(pageQuery);

const answersTo = z.enum(["from", "reply_to"]);

const written = {
  address: "E-mail address in the From field of the mails.",
  answers_to: "Whose its mails are: of From (`from`), or of whom Reply-To names (`reply_to`); " +
    "null where nobody said, then forms and no-reply addresses are known by their address.",
  is_person: "Whether somebody writes them, whatever their head says: they are never put aside " +
    "as automatic mail.",
};

export const senderPut = z.strictObject({
  address: field.email.meta({ description: written.address }),
  answers_to: answersTo.nullable().optional().meta({
    description: `${written.answers_to} Unchanged unless said.`,
  }),
  is_person: z.boolean().optional().meta({
    description: `${written.is_person} Unchanged unless said.`,
  }),
}).meta({ id: "MailSenderPut" });
type SenderPut = z.output<typeof senderPut>;

export const senderRecord = z.object({
  id: z.int().meta({ description: "Id of the sender, unique in the company." }),
  address: z.string().meta({ description: written.address }),
  answers_to: answersTo.nullable().meta({ description: written.answers_to }),
  is_person: z.boolean().meta({ description: written.is_person }),
  updated_at: z.iso.datetime().meta({
    description: "When a member last decided about the sender.",
  }),
}).meta({ id: "MailSender" });

const columns = ["id", "address", "answers_to", "is_person", "updated_at"] as const;

/** The latest first. Two statements. */
export async function listSenders(
  db: Db,
  { companyId }: Tenant,
  query: z.output<typeof senderQuery>,
) {
  const ours = db.selectFrom("mail_senders").where("company_id", "=", companyId);
  const records = await ours.select(columns).orderBy("updated_at", "desc").orderBy("id", "desc")
    .limit(query.per_page).offset((query.page - 1) * query.per_page).execute();
  const { total } = await ours.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { records: records.map(shownMailbox), meta: metaOf(query, Number(total)) };
}

export async function putSender(
  trx: Trx,
  { companyId }: Tenant,
  { address, ...fields }: SenderPut,
) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const values = { ...Object.fromEntries(entries), updated_at: sql<Date>`now()` };
  const row = await trx.insertInto("mail_senders")
    .values({ company_id: companyId, address: comparedAddress(address), ...values })
    .onConflict((on) => on.columns(["company_id", "address"]).doUpdateSet(values))
    .returning(columns).executeTakeFirstOrThrow();
  return shownMailbox(row);
}

/** @returns the record @throws Problem not_found */
export async function forgetSender(trx: Trx, { companyId }: Tenant, id: number) {
  const row = await trx.deleteFrom("mail_senders").where("company_id", "=", companyId)
    .where("id", "=", id).returning(columns).executeTakeFirst();
  if (!row) throw problem("not_found");
  return shownMailbox(row);
}
