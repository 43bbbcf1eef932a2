import { createHash, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { CredentialKind } from "@/lib/db/tables/access.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

/** SHA-256: all that the database keeps of a secret. */
export function digestOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

export function newSecret(prefix: string, bytes: number): string {
  return prefix + randomBytes(bytes).toString("base64url");
}

export function toHex(digest: Uint8Array): string {
  return (digest as Uint8Array & { toHex(): string }).toHex();
}

/** A digest's holder never changes; whether it was revoked is checked in each transaction. */
export class DigestCache<T> {
  #entries: BoundedMap<string, T>;

  constructor(capacity = 10_000) {
    this.#entries = new BoundedMap(capacity);
  }

  /** Remembers nothing of an unknown digest, so that guesses do not fill it. */
  async find(digest: Uint8Array, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const name = toHex(digest);
    const entry = this.#entries.get(name);
    if (entry) return entry;
    const value = await load();
    if (value) this.#entries.set(name, value);
    return value;
  }
}

type Digested = Exclude<CredentialKind, "hook">;

export const digestTables: Record<Digested, string> = {
  key: "api_keys",
  phone: "devices",
  pairing: "pairings",
  answer: "answer_links",
  entry: "entry_links",
  quote: "quote_shares",
};

/**
 * SQL of the row `t` of a digest. One look-up finds its company `c`, and the same statement reads
 * the row in that company (docs/decisions/0085).
 */
export function fromDigest(kind: Digested, digest: Uint8Array): RawBuilder<unknown> {
  return sql`from credentials c join ${sql.table(digestTables[kind])} t
    on t.company_id = c.company_id and t.digest = c.digest
    where c.digest = ${digest} and c.kind = ${kind}`;
}
