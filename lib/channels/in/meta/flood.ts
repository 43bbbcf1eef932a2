import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { MetaHandlers } from "@/lib/channels/handlers.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import { keyRows } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Reactions, receipts and edits of one person that are read in a minute; they count as no message. */
export const mostQuietPerMinute = 600;

/** Places of events that are one too many of their senders for now. Two statements. */
export async function findFloods(
  trx: Trx,
  tenant: Tenant,
  events: readonly { account: Account; event: OtherEvent }[],
  { findPeople }: Pick<MetaHandlers, "findPeople">,
): Promise<Set<number>> {
  const people = events.map(({ account, event }) => {
    const isBounded = event.type === "reaction" || event.type === "receipt" ||
      event.type === "edit";
    return { account, ids: isBounded ? event.person.ids : [] };
  });
  const contacts = await findPeople(trx, tenant, people);
  const lookups = events.flatMap(({ account: { id: accountId } }, place) => {
    const contactId = contacts[place];
    return contactId === undefined ? [] : [{ place, accountId, contactId }];
  });
  if (lookups.length === 0) return new Set();
  const columns = { place: "int", accountId: "int", contactId: "int" } as const;
  const { rows } = await sql<{ place: number }>`
    select p.place from ${keyRows(lookups, columns)} p
    where ${mostQuietPerMinute} <= (select count(*) from (
      select from (
        select account_id, is_quiet, state, tried_at from channel_events
        where company_id = ${tenant.companyId} and contact_id = p."contactId"
          -- what was held back longer is read whenever it is due
          and received_at > now() - interval '1 hour' order by received_at offset 0) e
      where e.account_id = p."accountId" and e.is_quiet and e.state = 'read'
        and e.tried_at > now() - interval '1 minute'
      limit ${mostQuietPerMinute}) theirs)`.execute(trx);
  return new Set(rows.map(({ place }) => place));
}
