import * as z from "zod";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Questions, answers and refusals exchanged with the client on a quotation's link. */

export const entryRecord = z.object({
  at: z.iso.datetime().meta({ description: "Instant at which it was written." }),
  kind: z.enum(["question", "answer", "declined"]).meta({
    description: "`question` and `declined` are the client's, `answer` is the company's.",
  }),
  text: z.string().meta({
    description:
      "The words. Of `declined` there are none: a link is passed on, and the reason is the " +
      "company's to read.",
  }),
}).meta({ id: "QuoteSaid" });

export interface QuoteEntry {
  at: Date;
  kind: "question" | "answer" | "declined";
  text: string;
}

const most = 100;

/** The latest 100, oldest first. One statement. */
export async function readEntries(
  db: Db,
  { companyId }: Tenant,
  quoteId: number,
): Promise<QuoteEntry[]> {
  const { rows } = await sql<QuoteEntry>`
    select created_at as at, case when author_id is null then 'question' else 'answer' end as kind,
      body as text
    from notes where company_id = ${companyId} and quote_id = ${quoteId} and to_client
      and deleted_at is null
    union all
    select at, 'declined', '' from activities where company_id = ${companyId} and quote_id = ${quoteId}
      and verb = 'rejected' and actor_kind = 'public'
    order by at desc limit ${most}`.execute(db);
  return rows.reverse();
}

/** Whether a question waits for its answer; null where none was asked. */
export function askedBy(entries: readonly QuoteEntry[]): "waiting" | "answered" | null {
  const last = entries.filter(({ kind }) => kind !== "declined").at(-1);
  if (!entries.some(({ kind }) => kind === "question")) return null;
  return last?.kind === "question" ? "waiting" : "answered";
}
