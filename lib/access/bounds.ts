import { sql } from "kysely";
import { isKeyLive } from "@/lib/access/keys.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";
import { limitWords } from "@/lib/words/limits.ts";

/** Limits on what exists at once; an operator's commands go beyond it. */
export interface Bounds {
  companiesPerPerson: number;
  keysPerCompany: number;
  phonesPerCompany: number;
  recordsPerCompany: number;
  fallbackStrangersPerDay: number;
}

export type Maker = { member: number; key?: undefined } | { key: number; member?: undefined };

function perMaker(limit: number): number {
  return Math.ceil(limit / 2);
}

/** Makes other takers of `name` wait until this transaction ends, so that a count stays true. */
export async function takeLock(trx: BareTrx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

type Noun = keyof typeof limitWords;

/** @param per whose limit it is */
export function limitReached<N extends Noun>(
  of: N,
  per: keyof (typeof limitWords)[N] & string,
  limit: number,
): Problem {
  const sentence = limitWords[of][per] as (limit: number) => Text;
  return problem("limit_reached", {
    sentence: sentence(limit),
    details: { of, per, limit },
  });
}

/**
 * Counts live keys, and those made in a day, since a revoked key leaves its row. The next caller
 * waits for the transaction. @throws Problem limit_reached
 */
export async function checkRoomForKey(
  trx: BareTrx,
  { companyId, userId }: Tenant & { userId: number },
  limit: number,
): Promise<void> {
  await takeLock(trx, `keys of ${companyId}`);
  const { rows: [count] } = await sql<Record<"live" | "ownLive" | "recent" | "ownRecent", number>>`
    select count(*) filter (where live)::int as live,
      count(*) filter (where live and own)::int as "ownLive",
      count(*) filter (where recent)::int as recent,
      count(*) filter (where recent and own)::int as "ownRecent"
    from (
      select created_by is not distinct from ${userId}::int as own,
        created_at > now() - interval '1 day' as recent,
        ${isKeyLive} as live
      from api_keys where company_id = ${companyId}) k`.execute(trx);
  const { live, ownLive, recent, ownRecent } = count!;
  if (live >= limit) throw limitReached("keys", "company", limit);
  if (recent >= limit) throw limitReached("keys", "day", limit);
  const most = perMaker(limit);
  if (ownLive >= most) throw limitReached("keys", "member", most);
  if (ownRecent >= most) throw limitReached("keys", "memberDay", most);
}

/**
 * Counts phones, and codes that can pair one; the next caller waits for the transaction.
 * @throws Problem limit_reached
 */
export async function checkRoomForPhone(
  trx: BareTrx,
  { companyId }: Tenant,
  { member, key }: Maker,
  limit: number,
): Promise<void> {
  await takeLock(trx, `phones of ${companyId}`);
  const { rows: [count] } = await sql<{ all: number; own: number }>`
    select count(*)::int as "all",
      count(*) filter (where paired_by = ${member ?? null}::int or paired_by_key = ${
    key ?? null
  }::int)::int as own
    from (
      select paired_by, paired_by_key from devices
        where company_id = ${companyId} and revoked_at is null
      union all
      select paired_by, paired_by_key from pairings
        where company_id = ${companyId} and expires_at > now()) p`.execute(trx);
  if (count!.all >= limit) throw limitReached("phones", "company", limit);
  const most = perMaker(limit);
  if (count!.own >= most) throw limitReached("phones", key === undefined ? "member" : "key", most);
}
