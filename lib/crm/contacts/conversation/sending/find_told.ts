import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import {
  lockOwn,
  type OwnMessage,
  uuidOf,
} from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Finds the messages that statuses and receipts are of. */

export interface Told {
  account: Account;
  event: EventOf<"status"> | EventOf<"receipt">;
}

/** Meta's ids of the messages that it names. */
export function keysOf(event: Told["event"]): readonly string[] {
  return event.type === "status" ? [event.id] : event.ids;
}

export interface ToldMessage extends OwnMessage {
  /** By its id, not by the instant until which everything was read. */
  isNamed: boolean;
}

/** Those of each in its place, locked, the newest first. Two statements. */
export async function lockTold(
  trx: Trx,
  { companyId }: Tenant,
  told: readonly Told[],
): Promise<ToldMessage[][]> {
  const rows = await findTold(trx, { companyId }, told);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const own = await lockOwn(trx, { companyId }, sql`o.id = any(${ids}::uuid[])`);
  return told.map((_, at) => {
    const named = new Map<string, boolean>();
    for (const { place, id, isNamed } of rows) {
      if (place === at) named.set(id, isNamed || named.get(id) === true);
    }
    return own.flatMap((message) => {
      const isNamed = named.get(message.outboxId);
      return isNamed === undefined ? [] : [{ ...message, isNamed }];
    });
  });
}

/** What left after the instant was not read then. Each is looked up by an index of its own. */
async function findTold(trx: Trx, { companyId }: Tenant, told: readonly Told[]) {
  const lookups = told.map(({ account, event }, place) => ({
    place,
    accountId: account.id,
    keys: keysOf(event),
    opaque: event.type === "status" ? uuidOf(event.opaque) : null,
    people: event.type === "receipt" && event.until ? event.person.ids : [],
    until: event.type === "receipt" ? event.until : null,
  }));
  const { rows } = await sql<{ place: number; id: string; isNamed: boolean }>`
    select t.place, x.id, x.is_named as "isNamed"
    from json_to_recordset(${JSON.stringify(lookups)}::json) as t(place int, "accountId" int,
      keys text[], opaque uuid, people text[], until timestamptz)
    cross join lateral (
      (select o.id, true as is_named from outbox o
        where o.company_id = ${companyId} and o.id = t.opaque and o.account_id = t."accountId"
        offset 0)
      union all
      (select o.id, true from (
          select m.id from contact_messages m
          where m.company_id = ${companyId} and m.via_id = t."accountId"
            and m.external_id = any(t.keys) offset 0) m
        cross join lateral (select o.id from outbox o
          where o.company_id = ${companyId} and o.message_id = m.id
            and o.account_id = t."accountId" offset 0) o)
      union all
      (select o.id, false from (
          select o.id, o.message_id, o.state_at from outbox o
          where o.company_id = ${companyId} and o.account_id = t."accountId"
            and o.person = any(t.people)
            and o.state in ('sent', 'delivered', 'failed', 'uncertain') offset 0) o
        where coalesce((select max(a.started_at) from outbox_attempts a
            where a.company_id = ${companyId} and a.outbox_id = o.id), o.state_at) <= t.until
          and exists (select from contact_messages m where m.company_id = ${companyId}
            and m.id = o.message_id and m.external_id is not null offset 0))
    ) x`.execute(trx);
  return rows;
}

/** Places of those that name messages none of which is here, whoever wrote it. */
export async function findUnknown(
  trx: Trx,
  { companyId }: Tenant,
  told: readonly Told[],
  messages: readonly ToldMessage[][],
): Promise<Set<number>> {
  const open = told.flatMap(({ account, event }, place) => {
    const keys = keysOf(event);
    const isOpen = keys.length > 0 && !messages[place]!.some(({ isNamed }) => isNamed);
    return isOpen ? [{ place, accountId: account.id, keys }] : [];
  });
  if (open.length === 0) return new Set();
  const { rows } = await sql<{ place: number }>`
    select t.place
    from json_to_recordset(${JSON.stringify(open)}::json) as t(place int, "accountId" int,
      keys text[])
    where not exists (select from contact_messages m
      where m.company_id = ${companyId} and m.via_id = t."accountId"
        and m.external_id = any(t.keys) offset 0)`.execute(trx);
  return new Set(rows.map(({ place }) => place));
}
