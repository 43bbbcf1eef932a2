import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf, pageQuery } from "@/lib/input/list.ts";
import { mailPerson } from "@/lib/channels/email/mail_person.ts";
import { automaticKinds } from "@/lib/channels/email/read/mail.ts";

/** Mail that nobody sat down to write: in no conversation, and here to be found. */

export const automaticQuery = z.strictObject(pageQuery);

export const automaticRecord = z.object({
  id: z.int().meta({ description: "Its id." }),
  received_at: z.iso.datetime().meta({ description: "When it came in." }),
  kind: z.enum(automaticKinds).meta({
    description: "A newsletter (`list`), out of office, a mail of ours that came back, another " +
      "report, or its own.",
  }),
  from: mailPerson.nullable().meta({ description: "Who it says." }),
  subject: z.string().nullable().meta({ description: "Its subject." }),
}).meta({ id: "AutomaticMail" });

/** The newest first. @throws Problem not_found (the account) */
export async function listAutomatic(
  db: Db,
  { companyId }: Tenant,
  accountId: number,
  asked: z.output<typeof automaticQuery>,
) {
  const account = await db.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", companyId).where("id", "=", accountId)
    .where("deleted_at", "is", null).executeTakeFirst();
  if (!account) throw problem("not_found");
  const theirs = db.selectFrom("channel_events").where("company_id", "=", companyId)
    .where("account_id", "=", accountId).where("automatic", "is not", null);
  const { total } = await theirs.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await theirs.select(["id", "received_at", "automatic"]).orderBy("id", "desc")
    .limit(asked.per_page).offset((asked.page - 1) * asked.per_page).execute();
  const records = rows.map(({ automatic, ...row }) => ({
    ...row,
    ...automatic!,
    kind: automatic!.kind as z.output<typeof automaticRecord>["kind"],
  }));
  return { records, meta: metaOf(asked, Number(total)) };
}
