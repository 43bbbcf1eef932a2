import { createHash, randomBytes } from "node:crypto";

/** SHA-256 of a secret's UTF-8 text, 32 bytes: all that the database keeps of it. */
export function digestOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

/** A new secret: the prefix and `bytes` random bytes in base64url. */
export function newSecret(prefix: string, bytes: number): string {
  return prefix + randomBytes(bytes).toString("base64url");
}

/**
 * Remembers who a digest belongs to. That never changes, so an entry is never wrong; whether the
 * secret was revoked since is asked in each transaction.
 */
export class DigestCache<T> {
  #entries = new Map<string, T>();
  constructor(private readonly capacity = 10_000) {}

  /** Finds the holder, by `load` the first time; nothing is remembered of an unknown digest. */
  async find(digest: Uint8Array, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const name = (digest as Uint8Array & { toHex(): string }).toHex();
    const known = this.#entries.get(name);
    if (known) return known;
    const found = await load();
    if (found) this.#entries.set(name, found);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > this.capacity && oldest) this.#entries.delete(oldest);
    return found;
  }
}
