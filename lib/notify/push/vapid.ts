import type { Db } from "@/lib/db/connection.ts";

export interface VapidKeys {
  /** Uncompressed P-256 point in base64url, as `applicationServerKey` takes it. */
  publicKey: string;
  privateKey: JsonWebKey;
}

/** Made on first use; safe with several instances. */
export async function loadVapidKeys(db: Db): Promise<VapidKeys> {
  const existing = await read(db);
  if (existing) return existing;
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const publicKey = (point as Uint8Array & { toBase64(options: object): string })
    .toBase64({ alphabet: "base64url", omitPadding: true });
  const privateKey = JSON.stringify(await crypto.subtle.exportKey("jwk", pair.privateKey));
  await db.updateTable("installation")
    .set({ vapid_public_key: publicKey, vapid_private_key: privateKey })
    .where("vapid_public_key", "is", null).execute();
  return (await read(db))!;
}

async function read(db: Db): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom("installation")
    .select(["vapid_public_key", "vapid_private_key"]).executeTakeFirstOrThrow();
  if (!row.vapid_public_key || !row.vapid_private_key) return undefined;
  return { publicKey: row.vapid_public_key, privateKey: row.vapid_private_key };
}
