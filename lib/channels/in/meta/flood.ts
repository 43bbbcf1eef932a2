import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Reactions and receipts a minute of one person that are read; they count as no message. */
export const mostQuietPerMinute = 600;

/** Places of events whose person did too much of it. One statement. */
export async function findFloods(
  trx: Trx,
  { companyId }: Tenant,
  events: readonly { account: Account; event: OtherEvent }[],
): Promise<Set<number>> {
  const lookups = events.flatMap(({ account: { id: accountId }, event }, place) => {
    if (event.type !== "reaction" && event.type !== "receipt" && event.type !== "edit") return [];
    const values = event.person.ids.map((personId) => `${accountId}:${personId}`);
    return [{ place, accountId, values }];
  });
  if (lookups.length === 0) return new Set();
  const { rows } = await sql<{ place: number }>`
    select p.place
    from json_to_recordset(${JSON.stringify(lookups)}::json)
      as p(place int, "accountId" int, values text[])
    where ${mostQuietPerMinute} <= (select count(*) from (
      select from (
        select contact_id from identities
        where company_id = ${companyId} and kind = 'account_id' and value = any(p.values)
          and contact_id is not null offset 0) i
      cross join lateral (
        select account_id from channel_events
        where company_id = ${companyId} and contact_id = i.contact_id and is_quiet
          and received_at > now() - interval '1 minute' offset 0) e
      where e.account_id = p."accountId" limit ${mostQuietPerMinute}) theirs)`.execute(trx);
  return new Set(rows.map(({ place }) => place));
}
