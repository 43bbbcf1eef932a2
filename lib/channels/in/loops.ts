import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Most messages a minute with one contact: more is two programs that answer one another. */
export const mostPerMinute = 60;

/**
 * Those that are one too many of their contact. Counted is what came since the account was resumed:
 * what was kept meanwhile is read at once then. One statement.
 */
export async function findLoops<T extends Arrival & { writer: { contactId: number } }>(
  trx: Trx,
  { companyId }: Tenant,
  arrivals: readonly T[],
): Promise<Set<T>> {
  const counted = arrivals.filter(({ account: { resumed_at }, event }) =>
    !resumed_at || event.receivedAt >= resumed_at
  );
  if (counted.length === 0) return new Set();
  const candidates = counted.map(({ account, writer }, place) => ({
    place,
    accountId: account.id,
    since: account.resumed_at,
    contactId: writer.contactId,
  }));
  const { rows } = await sql<{ place: number }>`
    select a.place from json_to_recordset(${JSON.stringify(candidates)}::json)
      as a(place int, "accountId" int, since timestamptz, "contactId" int)
    where ${mostPerMinute} <= (select count(*) from (
      select from (
        -- "offset 0" keeps this a look-up of the contact's, however many the account brought
        select account_id from channel_events
        where company_id = ${companyId} and contact_id = a."contactId" and automatic is null and not is_quiet
          and received_at > greatest(now() - interval '1 minute', a.since)
        offset 0) theirs
      where account_id = a."accountId" limit ${mostPerMinute}) counted)`.execute(trx);
  return new Set(rows.map(({ place }) => counted[place]!));
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
