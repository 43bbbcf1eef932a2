import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { keyedMessage } from "@/lib/crm/contacts/conversation/message_key.ts";
import {
  lockOwn,
  type OwnMessage,
  uuidOf,
} from "@/lib/crm/contacts/conversation/sending/settle.ts";
import { keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Finds the messages that statuses and receipts are of. */

export interface Report {
  account: Account;
  event: EventOf<"status"> | EventOf<"receipt">;
}

/** Meta's ids of the messages that it names. */
export function keysOf(event: Named["event"]): readonly string[] {
  return event.type === "status" ? [event.id] : event.ids;
}

export interface ReportedMessage extends OwnMessage {
  /** By its id, not by the instant until which everything was read. */
  isNamed: boolean;
}

/** Those of each in its place, locked, the newest first. Two statements, or three. */
export async function lockReported(
  trx: Trx,
  tenant: Tenant,
  reports: readonly Report[],
): Promise<ReportedMessage[][]> {
  const matches = [
    ...await findNamed(trx, tenant, reports),
    ...await findEarlier(trx, tenant, reports),
  ];
  const messages = await lockOwn(trx, tenant, matches.map(({ id }) => id));
  const named = new Map<string, boolean>();
  for (const { place, id, isNamed } of matches) {
    const key = `${place} ${id}`;
    named.set(key, isNamed || named.get(key) === true);
  }
  return reports.map((_, place) =>
    messages.flatMap((message) => {
      const isNamed = named.get(`${place} ${message.outboxId}`);
      return isNamed === undefined ? [] : [{ ...message, isNamed }];
    })
  );
}

interface Match {
  place: number;
  id: string;
  isNamed: boolean;
}

/** What names messages by our id or Meta's. */
export interface Named {
  account: Pick<Account, "id">;
  event: Pick<EventOf<"status">, "type" | "id" | "opaque"> | EventOf<"receipt">;
}

export async function findNamed(
  trx: Trx,
  { companyId }: Tenant,
  reports: readonly Named[],
): Promise<Match[]> {
  const keys = reports.flatMap(({ account: { id: accountId }, event }, place) => {
    const opaque = event.type === "status" ? uuidOf(event.opaque) : null;
    const row = { place, accountId };
    return [
      ...keysOf(event).map((key) => ({ ...row, key, opaque: null })),
      ...opaque === null ? [] : [{ ...row, key: null, opaque }],
    ];
  });
  if (keys.length === 0) return [];
  const columns = {
    place: "int",
    accountId: "int",
    key: "text",
    opaque: "uuid",
  } as const;
  const { rows } = await sql<Match>`
    select k.place, o.id, true as "isNamed"
    from ${keyRows(keys, columns)} k
    left join ${keyedMessage({ companyId })} m on true
    cross join lateral (
      (select id, account_id from outbox where company_id = ${companyId} and message_id = m.id
        offset 0)
      union all
      (select id, account_id from outbox where company_id = ${companyId} and id = k.opaque
        offset 0)) o
    where o.account_id = k."accountId"`.execute(trx);
  return rows;
}

/** What left after the instant was not read then. */
async function findEarlier(
  trx: Trx,
  { companyId }: Tenant,
  reports: readonly Report[],
): Promise<Match[]> {
  const people = reports.flatMap(({ account: { id: accountId }, event }, place) => {
    const { until, person: { ids } } = event.type === "receipt"
      ? event
      : { until: null, person: { ids: [] } };
    return until === null ? [] : ids.map((person) => ({ place, accountId, person, until }));
  });
  if (people.length === 0) return [];
  const columns = {
    place: "int",
    accountId: "int",
    person: "text",
    until: "timestamptz",
  } as const;
  const { rows } = await sql<Match>`
    select p.place, o.id, false as "isNamed"
    from ${keyRows(people, columns)} p
    cross join ${
    lookUp(sql`select id, message_id, state_at from outbox
      where company_id = ${companyId} and account_id = p."accountId" and person = p.person
        and state in ('sent', 'delivered', 'failed', 'uncertain')`)
  } o
    cross join ${
    lookUp(sql`select external_id from contact_messages
      where company_id = ${companyId} and id = o.message_id`)
  } m
    where m.external_id is not null
      and coalesce((select max(a.started_at) from outbox_attempts a
        where a.company_id = ${companyId} and a.outbox_id = o.id), o.state_at) <= p.until`
    .execute(trx);
  return rows;
}

/** Places of those that name messages none of which is here, whoever wrote it. */
export async function findUnknown(
  trx: Trx,
  { companyId }: Tenant,
  reports: readonly Report[],
  messages: readonly ReportedMessage[][],
): Promise<Set<number>> {
  const open = reports.flatMap(({ account: { id: accountId }, event }, place) => {
    if (messages[place]!.some(({ isNamed }) => isNamed)) return [];
    return keysOf(event).map((key) => ({ place, accountId, key }));
  });
  if (open.length === 0) return new Set();
  const columns = { place: "int", accountId: "int", key: "text" } as const;
  const { rows } = await sql<{ place: number }>`
    select k.place from ${keyRows(open, columns)} k
    cross join ${keyedMessage({ companyId })} m`.execute(trx);
  const here = new Set(rows.map(({ place }) => place));
  return new Set(open.map(({ place }) => place).filter((place) => !here.has(place)));
}
