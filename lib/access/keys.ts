import type { KeyCreate } from "@/lib/access/key.ts";
import { problem } from "@/lib/input/errors.ts";
import { allows, type KeyScope } from "@/lib/input/key_scope.ts";
import { personIn } from "@/lib/access/people.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { DigestCache, digestOf, newSecret } from "@/lib/access/tokens.ts";

export interface Key {
  id: number;
  companyId: number;
  scope: KeyScope;
}

const cache = new WeakMap<Db, DigestCache<Key>>();

/** Finds revoked and expired keys too; see `isKeyLive`. */
export function findKey(db: Db, secret: string): Promise<Key | undefined> {
  const digest = digestOf(secret);
  if (!cache.has(db)) cache.set(db, new DigestCache());
  return cache.get(db)!.find(
    digest,
    () =>
      asWorker(
        db,
        (trx) =>
          trx.selectFrom("api_keys").select(["id", "company_id as companyId", "scope"])
            .where("digest", "=", digest).executeTakeFirst(),
      ),
  );
}

/** @throws Problem insufficient_scope, which names the scope that it takes (RFC 6750, section 3.1) */
export function checkScope({ scope }: Key, needed: KeyScope): void {
  if (allows(scope, needed)) return;
  throw problem("insufficient_scope", {
    details: { scope, needed },
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed}"` },
  });
}

export async function isKeyLive(trx: BareTrx, key: Key): Promise<boolean> {
  const row = await unrevoked(trx, key).executeTakeFirst();
  return row !== undefined && !hasExpired(row);
}

/**
 * Notes the key's use, at most once an hour. Ask first of all in the transaction that acts for it.
 * @returns why it is not admitted; nothing where it is
 */
export async function admitKey(
  trx: BareTrx,
  key: Key,
): Promise<"unauthorized" | "key_expired" | undefined> {
  const row = await unrevoked(trx, key).select("last_used_at").executeTakeFirst();
  if (!row) return "unauthorized";
  if (hasExpired(row)) return "key_expired";
  const now = new Date();
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > notedForMs) {
    await trx.updateTable("api_keys").set({ last_used_at: now })
      .where("company_id", "=", key.companyId).where("id", "=", key.id).execute();
  }
}

/** Enough to tell a key in use from one that was forgotten. */
const notedForMs = 3_600_000;

function hasExpired({ expires_at }: { expires_at: Date | null }): boolean {
  return expires_at !== null && expires_at <= new Date();
}

function unrevoked(trx: BareTrx, key: Key) {
  return trx.selectFrom("api_keys").select("expires_at")
    .where("company_id", "=", key.companyId).where("id", "=", key.id)
    .where("revoked_at", "is", null);
}

interface NewKey extends Partial<KeyCreate> {
  name: string;
  createdBy?: number;
}

/** 64 random bytes are more than HMAC-SHA256's block, so the digest can sign (signature.ts). */
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

/** Those that still work, of those that the member made; newest first. */
export function listLiveKeysOf(db: Db, tenant: Tenant, userId: number) {
  return keyRecords(db, tenant).where("k.created_by", "=", userId)
    .where("k.revoked_at", "is", null)
    .where((on) => on.or([on("k.expires_at", "is", null), on("k.expires_at", ">", new Date())]))
    .orderBy("k.id", "desc").execute();
}

/** Ends those that the member made and that still work. @returns them */
export async function revokeKeysOf(trx: BareTrx, tenant: Tenant, userId: number) {
  const ids = (await listLiveKeysOf(trx, tenant, userId)).map(({ id }) => id);
  if (ids.length === 0) return [];
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
