import { type RawBuilder, sql } from "kysely";
import { withMember } from "@/lib/records/joins.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const readableDays = 90;

interface Place {
  companyId: number;
  timezone: string;
}

/** The quotation's live links without their secrets, the newest first. */
export async function listShares(
  db: Db,
  { companyId, timezone }: Place,
  quoteId: number,
  now = currentTime(),
) {
  return await db.selectFrom("quote_shares as s")
    .innerJoin(
      "quotes as q",
      (join) => join.onRef("q.company_id", "=", "s.company_id").onRef("q.id", "=", "s.quote_id"),
    )
    .select(["s.id", "s.created_at", "s.views", "s.last_viewed_at"])
    .select([acceptsUntil(timezone).as("expires_at"), readableUntil(timezone).as("readable_until")])
    .$call(withMember("created_by", "s.created_by"))
    .where("s.company_id", "=", companyId).where("s.quote_id", "=", quoteId)
    .where("s.revoked_at", "is", null).where(readableUntil(timezone), ">", now)
    .orderBy("s.id", "desc").execute();
}

/** Revokes all links or one. @returns how many were live @throws Problem not_found */
export async function revokeShares(
  trx: Trx,
  { companyId }: Actor,
  quoteId: number,
  shareId?: number,
): Promise<number> {
  const { numUpdatedRows } = await trx.updateTable("quote_shares").set({
    revoked_at: currentTime(),
  })
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .$if(shareId !== undefined, (query) => query.where("id", "=", shareId!))
    .where("revoked_at", "is", null).executeTakeFirst();
  if (shareId !== undefined && numUpdatedRows === 0n) throw problem("not_found");
  return Number(numUpdatedRows);
}

/** End of answering through a link `s` of a quotation `q`. */
export function acceptsUntil(timezone: string): RawBuilder<Date> {
  const endOfOffer = sql`(q.valid_until + 1)::timestamp at time zone ${timezone}`;
  return sql<Date>`greatest(s.expires_at, ${endOfOffer})`;
}

/** End of reading through a link `s` of a quotation `q`: days of the company, not of 24 hours. */
export function readableUntil(timezone: string): RawBuilder<Date> {
  const until = sql`${acceptsUntil(timezone)} at time zone ${timezone}`;
  return sql<Date>`(${until} + make_interval(days => ${readableDays})) at time zone ${timezone}`;
}
