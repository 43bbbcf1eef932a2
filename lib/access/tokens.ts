import { createHash, randomBytes } from "node:crypto";
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
