import { type Selectable, sql } from "kysely";
import type { Actor, LocalActor } from "@/lib/records/records.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";

/** The quotation's live link, without its secret; null where there is none. */
export async function findShare(db: Db, { companyId }: Tenant, quoteId: number, now = new Date()) {
  const row = await db.selectFrom("quote_shares")
    .select(["created_at", "expires_at", "views", "last_viewed_at"])
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .where("revoked_at", "is", null).where("expires_at", ">", now).executeTakeFirst();
  return row ?? null;
}

/** A link that was to end with the offer ends with it where the offer's last day is moved. */
export async function extendShare(
  trx: Trx,
  { companyId, timezone }: LocalActor,
  { id, valid_until: before }: Pick<Selectable<Schema["quotes"]>, "id" | "valid_until">,
  after: string,
): Promise<void> {
  await trx.updateTable("quote_shares").set({ expires_at: endOfDay(after, timezone) })
    .where("company_id", "=", companyId).where("quote_id", "=", id)
    .where("revoked_at", "is", null).where("expires_at", "=", endOfDay(before, timezone))
    .execute();
}

/** Ends the quotation's live link, if any. */
export async function revokeShare(
  trx: Trx,
  { companyId }: Actor,
  quoteId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("quote_shares").set({ revoked_at: new Date() })
    .where("company_id", "=", companyId).where("quote_id", "=", quoteId)
    .where("revoked_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The instant at which a day is over in the time zone. */
export function endOfDay(day: string, timezone: string) {
  return sql<Date>`((${day}::date + 1)::timestamp at time zone ${timezone})`;
}
