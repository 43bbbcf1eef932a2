/**
 * The keys that tokens are signed with. Each is published before it signs, because the app asks for
 * an unknown key once in 30 s only, and forged tokens can use that up.
 */
import { symmetricDecrypt } from "better-auth/crypto";
import type { Db } from "@/gateway/storage/database.ts";

const minute = 60_000;

/** Longer than the app keeps a key set without asking (10 minutes). */
export const publishedForMs = 15 * minute;

/** The key that signs now. The first key ever need not wait. */
export function signingKey<T extends { createdAt: Date }>(keys: T[], now: number): T | undefined {
  const byAge = keys.toSorted((a, b) => +b.createdAt - +a.createdAt);
  return byAge.find((key) => +key.createdAt <= now - publishedForMs) ?? byAge.at(-1);
}

type Secret = Parameters<typeof symmetricDecrypt>[0]["key"];

/** Leaves out keys that another secret seals, as of before one was lost: they sign nothing here. */
export async function openKeys<T extends { privateKey: string }>(
  keys: T[],
  secret: Secret,
): Promise<T[]> {
  const opening = keys.map(({ privateKey }) =>
    symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) }).then(() => true, () => false)
  );
  const areOpen = await Promise.all(opening);
  return keys.filter((_, at) => areOpen[at]);
}

/** The key set (RFC 7517): the public half of every key, also of those that do not sign yet. */
export async function publishedKeys(db: Db): Promise<{ keys: object[] }> {
  const keys = await db.selectFrom("jwks").select(["id", "publicKey"]).orderBy("createdAt")
    .execute();
  return {
    keys: keys.map(({ id, publicKey }) => ({
      ...JSON.parse(publicKey),
      kid: id,
      alg: "RS256",
      use: "sig",
    })),
  };
}
