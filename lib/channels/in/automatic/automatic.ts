import { sql } from "kysely";
import * as z from "zod";
import type { Automatic } from "@/lib/db/tables/channels.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { metaOf, pageQuery } from "@/lib/input/list.ts";
import { shownMailbox } from "@/lib/records/shown_address.ts";
import { mailPerson } from "@/lib/channels/email/mail_person.ts";
import { automaticKinds } from "@/lib/channels/email/read/mail.ts";

/** Automatic mail, which joins no conversation and is listed apart. */

export const automaticQuery = z.strictObject({
  ...pageQuery,
  q: z.string().trim().max(200).optional().meta({
    description: "Only those whose subject or sender has it, in any case and accents.",
  }),
});

export type AutomaticQuery = z.output<typeof automaticQuery>;

const automaticVerbs = ["read", "conversation"] as const;

export const automaticRecord = z.object({
  id: z.int().meta({ description: "Id of the mail, unique among automatic mails." }),
  received_at: z.iso.datetime().meta({ description: "Instant at which the message came in." }),
  kind: z.enum([...automaticKinds, "self", "group"]).meta({
    description:
      "A newsletter of before (`list`), an automatic reply, a mail of ours that came back, " +
      "another report, or its own; of Meta, what the account wrote to itself (`self`) or a " +
      "message of a `group`.",
  }),
  from: mailPerson.nullable().meta({ description: "Sender in the mail's From field (RFC 5322)." }),
  subject: z.string().nullable().meta({ description: "Subject field of the mail (RFC 5322)." }),
  can: z.array(z.enum(automaticVerbs)).meta({
    description: "Whether its bytes are kept, so that it can be read, and made a conversation.",
  }),
}).meta({ id: "AutomaticMail" });

export const automaticColumns = [
  ...["e.id", "e.received_at", "e.automatic", "e.direction"] as const,
  sql<boolean>`e.body is not null`.as("hasBytes"),
];

interface Row {
  id: number;
  received_at: Date;
  automatic: Automatic | null;
  direction: "in" | "out";
  hasBytes: boolean;
}

export function toAutomatic({ id, received_at, automatic, direction, hasBytes }: Row) {
  const { from, subject, ...details } = automatic!;
  const kind = details.kind as z.output<typeof automaticRecord>["kind"];
  const isMail = kind !== "self" && kind !== "group";
  const isOthers = kind !== "own" && from !== null && direction === "in";
  const can = hasBytes && isMail
    ? automaticVerbs.filter((verb) => verb === "read" || isOthers)
    : [];
  return { id, received_at, kind, from: from && shownMailbox(from), subject, can };
}

/** The newest first. @throws Problem not_found (the account) */
export async function listAutomatic(
  db: Db,
  { companyId }: Tenant,
  accountId: number,
  filters: AutomaticQuery,
) {
  const account = await db.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", companyId).where("id", "=", accountId)
    .where("deleted_at", "is", null).executeTakeFirst();
  if (!account) throw problem("not_found");
  const theirs = db.selectFrom("channel_events as e").where("e.company_id", "=", companyId)
    .where("e.account_id", "=", accountId).where("e.automatic", "is not", null)
    .$if(Boolean(filters.q), (query) => query.where(has(filters.q!)));
  const { total } = await theirs.select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await theirs.select(automaticColumns).orderBy("e.id", "desc")
    .limit(filters.per_page).offset((filters.page - 1) * filters.per_page).execute();
  return { records: rows.map(toAutomatic), meta: metaOf(filters, Number(total)) };
}

function has(text: string) {
  return sql<boolean>`strpos(relevo_fold(concat_ws(' ', e.automatic ->> 'subject',
    e.automatic #>> '{from,name}', e.automatic #>> '{from,address}')), relevo_fold(${text})) > 0`;
}
