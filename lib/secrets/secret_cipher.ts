import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts passwords and tokens of other services: AES-256-GCM (NIST SP 800-38D). */

const nonceBytes = 12;
const tagBytes = 16;

export interface SecretPlace {
  companyId: number;
  accountId: number | `app ${number}`;
  field: string;
}

export interface Sealed {
  keyName: string;
  sealed: Uint8Array; // nonce, ciphertext and tag
}

/** Thrown if a secret's key is not among SECRETS_KEYS, or it was sealed for another place. */
export class SecretLost extends Error {
  override name = "SecretLost";
}

export class SecretCipher {
  #keys: Map<string, Uint8Array>;
  #first: string;

  /** @param keys of 32 bytes each: the first seals, all open */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = new Map(keys.map((key) => [nameOf(key), key]));
    this.#first = nameOf(keys[0]!);
  }

  get keyName(): string {
    return this.#first;
  }

  hasKey(name: string): boolean {
    return this.#keys.has(name);
  }

  seal(secret: string, place: SecretPlace): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#keys.get(this.#first)!, nonce);
    cipher.setAAD(boundTo(place));
    const text = [cipher.update(secret, "utf8"), cipher.final()];
    return { keyName: this.#first, sealed: concat([nonce, ...text, cipher.getAuthTag()]) };
  }

  open({ keyName, sealed }: Sealed, place: SecretPlace): string {
    const key = this.#keys.get(keyName);
    if (!key) throw new SecretLost(`no key ${keyName} is among SECRETS_KEYS`);
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes));
      decipher.setAAD(boundTo(place));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const text = sealed.subarray(nonceBytes, -tagBytes);
      return new TextDecoder().decode(concat([decipher.update(text), decipher.final()]));
    } catch (cause) {
      throw new SecretLost(`it was not sealed for ${boundTo(place)}`, { cause });
    }
  }

  /** Derives a key for another purpose (RFC 5869) from each key: the first signs, all verify. */
  derived(purpose: string): Uint8Array[] {
    return [...this.#keys.values()].map((key) =>
      new Uint8Array(hkdfSync("sha256", key, new Uint8Array(), purpose, 32))
    );
  }
}

function nameOf(key: Uint8Array): string {
  return createHash("sha256").update("relevo key name").update(key).digest("hex").slice(0, 12);
}

function boundTo({ companyId, accountId, field }: SecretPlace): Uint8Array {
  return new TextEncoder().encode(`${companyId}|${accountId}|${field}`);
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
