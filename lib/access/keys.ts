import { sql } from "kysely";
import type { KeyCreate } from "@/lib/access/key.ts";
import { problem } from "@/lib/input/errors.ts";
import { allows, type KeyScope, type NeededScope } from "@/lib/input/key_scope.ts";
import { personIn } from "@/lib/access/people.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, isReadOnly, type Tenant } from "@/lib/db/transaction.ts";
import { DigestCache, digestOf, fromDigest, newSecret } from "@/lib/access/tokens.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export interface Key {
  id: number;
  companyId: number;
  scope: KeyScope;
}

const cache = new WeakMap<Db, DigestCache<Key>>();

/** Finds revoked and expired keys too; see `admitKey`. */
export function findKey(db: Db, secret: string): Promise<Key | undefined> {
  const digest = digestOf(secret);
  if (!cache.has(db)) cache.set(db, new DigestCache());
  return cache.get(db)!.find(digest, () =>
    asWorker(db, async (trx) => {
      const { rows: [key] } = await sql<Key>`
        select t.id, t.company_id as "companyId", t.scope ${fromDigest("key", digest)}`
        .execute(trx);
      return key;
    }));
}

/** @throws Problem insufficient_scope, which names the scope that it takes (RFC 6750, section 3.1) */
export function checkScope({ scope }: Key, needed: NeededScope): void {
  if (allows(scope, needed)) return;
  throw problem("insufficient_scope", {
    details: { scope, needed },
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed}"` },
  });
}

/** The key whose notifications it may read and cancel; `undefined` for all of the company's. */
export function limitedTo({ id, scope }: Key): number | undefined {
  return scope === "send" ? id : undefined;
}

export const isKeyLive = sql<boolean>`
  revoked_at is null and (expires_at is null or expires_at > now())`;

export type KeyRefusal = "unauthorized" | "key_expired";

/** @returns by id, why those of the company's keys that may not call are refused */
export async function findRefusals(
  trx: BareTrx,
  { companyId }: Tenant,
  keys: Key[],
): Promise<Map<number, KeyRefusal>> {
  const rows = await trx.selectFrom("api_keys").select(["id", "revoked_at", "expires_at"])
    .where("company_id", "=", companyId).where("id", "in", keys.map(({ id }) => id)).execute();
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const refusals = new Map<number, KeyRefusal>();
  for (const { id } of keys) {
    const refusal = refusalOf(rowById.get(id));
    if (refusal) refusals.set(id, refusal);
  }
  return refusals;
}

/** Notes the key's use once a minute, first in the transaction. @returns why it is not admitted */
export async function admitKey(trx: BareTrx, key: Key): Promise<KeyRefusal | undefined> {
  const row = await trx.selectFrom("api_keys").select(["revoked_at", "expires_at", "last_used_at"])
    .where("company_id", "=", key.companyId).where("id", "=", key.id).executeTakeFirst();
  const refusal = refusalOf(row);
  if (refusal) return refusal;
  if (isReadOnly(trx)) return;
  const now = currentTime();
  const usedAt = row!.last_used_at;
  if (usedAt === null || now.getTime() - usedAt.getTime() > notedForMs) {
    // A call beside this one that notes it now is enough: nobody waits for its end.
    const free = trx.selectFrom("api_keys").select("id")
      .where("company_id", "=", key.companyId).where("id", "=", key.id)
      .forNoKeyUpdate().skipLocked();
    await trx.updateTable("api_keys").set({ last_used_at: now })
      .where("company_id", "=", key.companyId).where("id", "in", free).execute();
  }
}

const notedForMs = 60_000;

function refusalOf(
  row: { revoked_at: Date | null; expires_at: Date | null } | undefined,
): KeyRefusal | undefined {
  if (!row || row.revoked_at !== null) return "unauthorized";
  if (row.expires_at !== null && row.expires_at <= currentTime()) return "key_expired";
}

interface NewKey extends Partial<KeyCreate> {
  name: string;
  createdBy?: number;
}

/** Its secret's 64 random bytes exceed HMAC-SHA256's block: the digest can sign (signature.ts). */
export async function createKey(
  trx: BareTrx,
  { companyId }: Tenant,
  { name, scope, expiresAt, createdBy }: NewKey,
) {
  const secret = newSecret("rlv_", 64);
  const row = await trx.insertInto("api_keys")
    .values({
      company_id: companyId,
      name,
      hint: secret.slice(0, 8),
      digest: digestOf(secret),
      scope,
      expires_at: expiresAt ?? null,
      created_by: createdBy ?? null,
    })
    .returning(["id", "name", "hint", "created_at"]).executeTakeFirstOrThrow();
  return { id: row.id, name: row.name, hint: row.hint, createdAt: row.created_at, key: secret };
}

export function listKeys(db: Db, tenant: Tenant) {
  return keyRecords(db, tenant).orderBy("k.id", "desc").execute();
}

export function findKeyRecord(db: Db, tenant: Tenant, id: number) {
  return keyRecords(db, tenant).where("k.id", "=", id).executeTakeFirst();
}

/** Lists the member's API keys that still work; newest first. */
export function listLiveKeysOf(db: Db, tenant: Tenant, userId: number) {
  return keyRecords(db, tenant).where("k.created_by", "=", userId)
    .where(isKeyLive).orderBy("k.id", "desc").execute();
}

/** Hands over or revokes the keys of a member who leaves. @returns those that worked until now */
export async function leaveKeysOf(
  trx: BareTrx,
  tenant: Tenant,
  userId: number,
  outcome: "keep" | "revoke",
) {
  const live = await listLiveKeysOf(trx, tenant, userId);
  if (outcome === "keep" || live.length === 0) return live;
  const ids = live.map(({ id }) => id);
  await trx.updateTable("api_keys").set((eb) => ({ revoked_at: eb.fn<Date>("now") }))
    .where("company_id", "=", tenant.companyId).where("id", "in", ids).execute();
  return await keyRecords(trx, tenant).where("k.id", "in", ids).orderBy("k.id", "desc").execute();
}

function keyRecords(db: Db, { companyId }: Tenant) {
  return db.selectFrom("api_keys as k")
    .select(["k.id", "k.name", "k.hint", "k.created_at as createdAt"])
    .select(["k.scope", "k.expires_at as expiresAt"])
    .select(["k.last_used_at as lastUsedAt", "k.revoked_at as revokedAt"])
    .select(personIn("k", "created_by").as("createdBy"))
    .where("k.company_id", "=", companyId);
}

/** Answers to what the key sent still go out as callbacks, signed with it. */
export async function revokeKey(trx: Db, { companyId }: Tenant, id: number) {
  await trx.updateTable("api_keys")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.fn<Date>("now")) }))
    .where("company_id", "=", companyId).where("id", "=", id).execute();
  return await findKeyRecord(trx, { companyId }, id);
}
