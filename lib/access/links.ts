import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { digestOf } from "@/lib/access/tokens.ts";

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
  const row = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("quote_shares as s").innerJoin("companies as c", "c.id", "s.company_id")
        .select(["s.id as shareId", "s.company_id as companyId", "s.quote_id as quoteId"])
        .select("c.timezone")
        .where("s.digest", "=", digestOf(token)).executeTakeFirst(),
  );
  return row && { ...row, userId: null };
}

/** Ask in the transaction; until when it can be read is the quotation's (shared_quote.ts). */
export async function isLinkLive(trx: Trx, { companyId, shareId }: Link): Promise<boolean> {
  const row = await trx.selectFrom("quote_shares").select("id")
    .where("company_id", "=", companyId).where("id", "=", shareId)
    .where("revoked_at", "is", null).executeTakeFirst();
  return row !== undefined;
}
