import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { digestOf, fromDigest } from "@/lib/access/tokens.ts";

export interface Link {
  companyId: number;
  userId: null;
  timezone: string;
  shareId: number;
  quoteId: number;
}

export const linkPrefix = "rlq_";

/** Finds revoked and expired links too; see `isLinkLive`. */
export async function findLink(db: Db, token: string): Promise<Link | undefined> {
  if (!token.startsWith(linkPrefix)) return undefined;
  const row = await asWorker(db, async (trx) => {
    const { rows: [link] } = await sql<Omit<Link, "userId">>`
      select t.id as "shareId", t.company_id as "companyId", t.quote_id as "quoteId",
        (select timezone from companies where id = t.company_id) as timezone
      ${fromDigest("quote", digestOf(token))}`.execute(trx);
    return link;
  });
  return row && { ...row, userId: null };
}

/** Ask in the transaction; until when it can be read is the quotation's (shared_quote.ts). */
export async function isLinkLive(trx: Trx, { companyId, shareId }: Link): Promise<boolean> {
  const row = await trx.selectFrom("quote_shares").select("id")
    .where("company_id", "=", companyId).where("id", "=", shareId)
    .where("revoked_at", "is", null).executeTakeFirst();
  return row !== undefined;
}
