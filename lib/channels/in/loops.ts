import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";

/** Most messages a minute with one contact: more is two programs that answer one another. */
export const mostPerMinute = 60;

/**
 * Whether one more message with the contact would be too many. Counted are those that the account
 * brought in the last minute, and since it was resumed: what was kept meanwhile is read at once then.
 */
export async function isLoop(
  trx: Trx,
  account: Account,
  { contactId, receivedAt }: { contactId: number; receivedAt: Date },
): Promise<boolean> {
  const { company_id, id, resumed_at } = account;
  if (resumed_at && receivedAt < resumed_at) return false;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from channel_events
      where company_id = ${company_id} and contact_id = ${contactId} and account_id = ${id}
        and received_at > greatest(now() - interval '1 minute', ${resumed_at}::timestamptz)
      limit ${mostPerMinute}) e`.execute(trx);
  return rows[0]!.count >= mostPerMinute;
}

/** @returns false where it was paused, or deleted, already */
export async function pauseForLoop(trx: Trx, { company_id, id }: Account): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("channel_accounts").set({
    state: "paused",
    paused_by: "loop",
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: null,
  }).where("company_id", "=", company_id).where("id", "=", id)
    .where("state", "<>", "paused").where("deleted_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}
