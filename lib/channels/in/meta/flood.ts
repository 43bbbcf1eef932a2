import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
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
    return event.person.ids.map((id) => {
      return { place, accountId, kind: "account_id", value: `${accountId}:${id}` };
    });
  });
  if (lookups.length === 0) return new Set();
  const columns = {
    place: "int",
    accountId: "int",
    kind: "text",
    value: "text",
  } as const;
  const { rows } = await sql<{ place: number }>`
    select p.place
    from ${keyRows(lookups, columns)} p
    cross join ${
    lookUp(
      sql`select i.contact_id from identities i where i.company_id = ${companyId} and i.kind = p.kind
      and i.value = p.value`,
    )
  } i
    cross join lateral (select count(*) as count from (
      select from (
        select account_id, is_quiet from channel_events
        where company_id = ${companyId} and contact_id = i.contact_id
          and received_at > now() - interval '1 minute' offset 0) e
      where e.account_id = p."accountId" and e.is_quiet limit ${mostQuietPerMinute}) theirs) e
    where i.contact_id is not null
    group by p.place having sum(e.count) >= ${mostQuietPerMinute}`.execute(trx);
  return new Set(rows.map(({ place }) => place));
}
