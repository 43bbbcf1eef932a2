import { sql } from "kysely";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import { hasIdOf, idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { idOf } from "@/lib/channels/email/read/headers.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { fieldsOf } from "@/lib/channels/in/raw_head.ts";

/** Mail of erased persons, known by salted digests of its ids (docs/decisions/0058). */

/** Programs number their messages as they like: their ids are an account's own. */
export function programId(accountId: number, externalId: string): string {
  return `${accountId}:${externalId}`;
}

/** Names a contact's conversation, which the signed thread id of all that left in it says. */
export function threadOf(contactId: number): string {
  return `contact:${contactId}`;
}

/** Excludes erasures. Taken before any other lock. */
export async function shareFiling(trx: BareTrx, { companyId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(companyId)}, 0))`
    .execute(trx);
}

/** Blocks the filing of mail. Taken before any other lock. */
export async function holdFiling(trx: BareTrx, { companyId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(companyId)}, 0))`
    .execute(trx);
}

function lockName(companyId: number): string {
  return `filing:${companyId}`;
}

/** Finds which ids were erased, and when. One statement, by index. */
export async function findErased(
  trx: BareTrx,
  { companyId }: Tenant,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const sound = [...new Set(ids)].filter((id) => !id.includes("\0")); // Postgres takes none
  if (sound.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select d.id, e.erased_at as at
    from (
      select t.id, sha256(s.salt || convert_to(t.id, 'UTF8')) as digest
      from erased_mail_salts s cross join unnest(${sound}::text[]) t (id)
      where s.company_id = ${companyId} offset 0) d
    cross join ${
    lookUp(sql`select erased_at from erased_mail
      where company_id = ${companyId} and digest = d.digest`)
  } e`.execute(trx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

interface Brought {
  externalId: string;
  body: Uint8Array;
}

/** Leaves out raw mail that was erased, so that its bytes are not even stored. */
export async function withoutErasedBytes<T extends Brought>(
  trx: BareTrx,
  tenant: Tenant,
  mails: readonly T[],
): Promise<T[]> {
  const named = mails.map((mail) => ({ mail, ids: [mail.externalId, messageIdIn(mail.body)] }));
  const erased = await findErased(trx, tenant, named.flatMap(({ ids }) => ids).filter(isId));
  return named.filter(({ ids }) => !ids.some((id) => isId(id) && erased.has(id)))
    .map(({ mail }) => mail);
}

export function messageIdIn(raw: Uint8Array): string | null {
  for (const [name, value] of fieldsOf(raw)) if (name === "message-id") return idOf(value);
  return null;
}

/** Leaves out what was erased. Its event stays as read, without bytes and of nobody. */
export async function withoutErased(
  trx: Trx,
  tenant: Tenant,
  arrivals: readonly Arrival[],
): Promise<Arrival[]> {
  const named = arrivals.map((arrival) => ({ arrival, ...idsOf(arrival) }));
  const erased = await findErased(
    trx,
    tenant,
    named.flatMap(({ own, about }) => own.concat(about)),
  );
  if (erased.size === 0) return [...arrivals];
  const remaining = named.filter((one) => !isErased(one, erased)).map(({ arrival }) => arrival);
  const gone = arrivals.filter((one) => !remaining.includes(one)).map(({ event }) => event.id);
  await dropEvents(trx, tenant, gone);
  return remaining;
}

interface Named {
  arrival: Arrival;
  own: string[];
  about: string[];
}

function idsOf({ account, message }: Arrival): Pick<Named, "own" | "about"> {
  const { externalId, mail } = message;
  if (account.kind !== "email") return { own: [programId(account.id, externalId)], about: [] };
  const { messageId = null, references = [], threadContact, bounce } = mail ?? {};
  const thread = threadContact === undefined ? [] : [threadOf(threadContact)];
  return {
    own: [externalId, messageId].filter(isId),
    about: [...references, ...bounce?.about ?? [], ...thread],
  };
}

// People may write anew, whatever it answers: what programs say of erased mail does not come in, nor
// what left before the erasure, or was imported and is older.
function isErased({ arrival: { message }, own, about }: Named, erased: Map<string, Date>): boolean {
  if (own.some((id) => erased.has(id))) return true;
  const { direction, isQuiet, sentAt, mail } = message;
  const isBefore = direction === "out" || isQuiet;
  return about.some((id) => {
    const at = erased.get(id);
    return at !== undefined && (mail?.automatic != null || (isBefore && sentAt <= at));
  });
}

async function dropEvents(trx: Trx, { companyId }: Tenant, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update channel_events e set state = 'read', body = null, tried_at = now(),
      leased_until = null, problem = null, problem_text = null
    from ${idRows(ids, "int")} k where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx);
}

export const hasErasedMail = sql<boolean>`exists (
  select from erased_mail_salts s where s.company_id = c.id offset 0)`;

/** Forgets the company's digests where none of its accounts will bring anything. */
export async function forgetErasedMail(trx: BareTrx, { companyId }: Tenant): Promise<void> {
  const isIdle = sql<boolean>`
    not exists (select from channel_accounts a
      where a.company_id = ${companyId} and a.deleted_at is null)
    and not exists (select from channel_events e
      where e.company_id = ${companyId} and e.state = 'waiting')`;
  await sql`delete from erased_mail where company_id = ${companyId} and ${isIdle}
    and exists (select from erased_mail_salts s where s.company_id = ${companyId})`.execute(trx);
  await sql`delete from erased_mail_salts where company_id = ${companyId} and ${isIdle}`
    .execute(trx);
}

function isId(id: string | null): id is string {
  return id !== null;
}
