import { createHash } from "node:crypto";
import { sql } from "kysely";
import { takeLock } from "@/lib/access/bounds.ts";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { sendNotifications, type Sent } from "@/lib/notify/sending/send.ts";
import { dueWords } from "@/lib/words/phone/due.ts";

/**
 * Fallback mails to people that the company does not know: so many addresses a day (UTC), whatever
 * keys and members ask for them. docs/decisions/0060-fallback-strangers.md
 */

/** Registered where services are opened: this folder imports neither contacts nor members. */
export interface StrangerRules {
  strangersPerDay: number;
  /** Addresses in lower case of people that the company knows, among those asked for. */
  findKnown(trx: Trx, tenant: Tenant, addresses: readonly string[]): Promise<Set<string>>;
  /** Notifies members that the day's bound is reached. */
  tellOfBound(trx: Trx, tenant: Tenant, perDay: number): Promise<void>;
}

/** Sends those that may be sent; the others are refused alone. @returns in order */
export async function sendAdmitted(
  trx: Trx,
  tenant: Tenant,
  sends: readonly Send[],
  rules: StrangerRules,
): Promise<Sent[]> {
  const refused = await refuseStrangers(trx, tenant, sends, rules);
  const admitted = sends.filter((send) => !refused.has(send));
  const sent = (admitted.length > 0 ? await sendNotifications(trx, tenant, admitted) : []).values();
  return sends.map((send) => {
    const refusal = refused.get(send);
    return refusal ? { refused: refusal } : sent.next().value!;
  });
}

/** Counts the new addresses of the day; no statement where no mail is asked for. */
async function refuseStrangers(
  trx: Trx,
  tenant: Tenant,
  sends: readonly Send[],
  rules: StrangerRules,
): Promise<Map<Send, Problem>> {
  const refused = new Map<Send, Problem>();
  const mailed = sends.filter(({ request }) => request.fallback);
  if (mailed.length === 0) return refused;
  const knownAddresses = await rules.findKnown(trx, tenant, [...new Set(mailed.map(addressOf))]);
  const toStrangers = mailed.filter((send) => !knownAddresses.has(addressOf(send)));
  if (toStrangers.length === 0) return refused;
  await takeLock(trx, `fallback mails of ${tenant.companyId}`);
  const today = await readToday(trx, tenant, toStrangers);
  const { strangersPerDay: perDay } = rules;
  const digests = new Set(today.digests);
  const added: string[] = [];
  for (const send of toStrangers) {
    const digest = digestOf(tenant, send);
    // A repeat sends nothing: it gets its first receipt.
    const isRepeat = today.repeats.some(({ key, keyId }) =>
      key === send.request.idempotencyKey && keyId === (send.keyId ?? null)
    );
    if (isRepeat || digests.has(digest)) continue;
    if (today.count + added.length >= perDay) {
      const fields = { fallback: dueWords.strangersFull(perDay) };
      refused.set(send, problem("validation_failed", { fields }));
      continue;
    }
    digests.add(digest);
    added.push(digest);
  }
  const [first] = today.isReported ? [] : refused.keys();
  await store(trx, tenant, [
    ...added.map((digest) => ({ digest, refused: false })),
    ...(first ? [{ digest: digestOf(tenant, first), refused: true }] : []),
  ]);
  if (first) await rules.tellOfBound(trx, tenant, perDay);
  return refused;
}

interface Today {
  count: number;
  isReported: boolean;
  /** Digests, in hex, of the sends' addresses that were counted today. */
  digests: string[];
  /** Idempotency keys, with the API key, of the sends that were there before. */
  repeats: { key: string; keyId: number | null }[];
}

const today = sql`(now() at time zone 'utc')::date`;

async function readToday(
  trx: Trx,
  tenant: Tenant,
  sends: readonly Send[],
): Promise<Today> {
  const { companyId } = tenant;
  const digests = [...new Set(sends.map((send) => digestOf(tenant, send)))];
  const keys = sends.flatMap(({ request }) => request.idempotencyKey ?? []);
  const ofToday = sql`from fallback_strangers s where s.company_id = ${companyId}
    and s.day = ${today}`;
  const { rows: [row] } = await sql<Today>`
    select (select count(*)::int ${ofToday} and not s.refused) as count,
      exists (select ${ofToday} and s.refused) as "isReported",
      array(select encode(s.digest, 'hex') ${ofToday} and not s.refused
        and s.digest in (select decode(d, 'hex') from unnest(${digests}::text[]) d)) as digests,
      (select coalesce(json_agg(json_build_object('key', k.key, 'keyId', nullif(k.key_id, 0))), '[]')
        from idempotency_keys k where k.company_id = ${companyId}
        and k.key = any(${keys}::text[])) as repeats`.execute(trx);
  return row!;
}

async function store(
  trx: Trx,
  { companyId }: Tenant,
  rows: readonly { digest: string; refused: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into fallback_strangers (company_id, day, digest, refused)
    select ${companyId}::int, ${today}, decode(r.digest, 'hex'), r.refused
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(digest text, refused boolean)
    on conflict do nothing`.execute(trx);
}

function addressOf({ request }: Send): string {
  return comparedAddress(request.fallback!.email);
}

function digestOf({ companyId }: Tenant, send: Send): string {
  return createHash("sha256").update(`${companyId} ${addressOf(send)}`).digest("hex");
}

/** Removes counts of past days, of all companies. @returns whether there may be more */
export function forgetStrangers(trx: BareTrx): Promise<boolean> {
  return removeOld(trx, { table: "fallback_strangers", column: "day", before: today });
}
