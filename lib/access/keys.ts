import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { DigestCache, digestOf, newSecret } from "@/lib/access/tokens.ts";

export interface Key {
  id: number;
  companyId: number;
}

const cache = new WeakMap<Db, DigestCache<Key>>();

/** Finds revoked keys too; see `isKeyLive`. */
export function findKey(db: Db, secret: string): Promise<Key | undefined> {
  const digest = digestOf(secret);
  if (!cache.has(db)) cache.set(db, new DigestCache());
  return cache.get(db)!.find(
    digest,
    () =>
      asWorker(db, (trx) =>
        trx.selectFrom("api_keys").select(["id", "company_id as companyId"])
          .where("digest", "=", digest).executeTakeFirst()),
  );
}

/** Ask in the transaction that acts for the key. */
export async function isKeyLive(trx: BareTrx, key: Key): Promise<boolean> {
  const row = await trx.selectFrom("api_keys").select("id")
    .where("company_id", "=", key.companyId).where("id", "=", key.id)
    .where("revoked_at", "is", null).executeTakeFirst();
  return row !== undefined;
}

/** 64 random bytes are more than HMAC-SHA256's block, so the digest can sign (signature.ts). */
export async function createKey(
  trx: BareTrx,
  { companyId }: Tenant,
  { name, createdBy = null }: { name: string; createdBy?: number | null },
) {
  const secret = newSecret("rlv_", 64);
  const row = await trx.insertInto("api_keys")
    .values({
      company_id: companyId,
      name,
      hint: secret.slice(0, 8),
      digest: digestOf(secret),
      created_by: createdBy,
    })
    .returning(["id", "name", "hint", "created_at"]).executeTakeFirstOrThrow();
  return { id: row.id, name: row.name, hint: row.hint, createdAt: row.created_at, key: secret };
}

export function listKeys(db: Db, tenant: Tenant) {
  return keyRecords(db, tenant).orderBy("id", "desc").execute();
}

export function findKeyRecord(db: Db, tenant: Tenant, id: number) {
  return keyRecords(db, tenant).where("id", "=", id).executeTakeFirst();
}

function keyRecords(db: Db, { companyId }: Tenant) {
  return db.selectFrom("api_keys")
    .select(["id", "name", "hint", "created_at as createdAt", "revoked_at as revokedAt"])
    .where("company_id", "=", companyId);
}

/** Answers to what the key sent still go out as callbacks, signed with it. */
export async function revokeKey(trx: BareTrx, { companyId }: Tenant, id: number) {
  return await trx.updateTable("api_keys")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.fn<Date>("now")) }))
    .where("company_id", "=", companyId).where("id", "=", id)
    .returning(["id", "name", "hint", "created_at as createdAt", "revoked_at as revokedAt"])
    .executeTakeFirst();
}
