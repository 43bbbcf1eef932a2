import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** Addresses of files that need no other credential, for an hour. */

export const linkMs = 3_600_000;

interface Linked {
  companyId: number;
  id: string;
}

export class FileLinks {
  #keys: Uint8Array[];

  constructor(cipher: SecretCipher, private readonly publicUrl: string) {
    this.#keys = cipher.derived("links of files");
  }

  urlOf({ companyId, id }: Linked, now = currentMs()): string {
    const expiresAt = Math.floor((now + linkMs) / 1000);
    const payload = `${companyId}.${id}.${expiresAt}`;
    return `${this.publicUrl}/api/files/link/${payload}.${sign(this.#keys[0]!, payload)}`;
  }

  /** Undefined where it was not made here, or is over. */
  read(token: string, now = currentMs()): Linked | undefined {
    const match = /^((\d{1,10})\.([\da-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(token);
    if (!match) return undefined;
    const [, payload, companyId, id, expiresAt, signature] = match;
    const actual = Buffer.from(signature!);
    const isOurs = this.#keys.some((key) =>
      timingSafeEqual(actual, Buffer.from(sign(key, payload!)))
    );
    if (!isOurs || Number(expiresAt) * 1000 < now) return undefined;
    return { companyId: Number(companyId), id: id! };
  }
}

function sign(key: Uint8Array, payload: string): string {
  return createHmac("sha256", key).update(payload).digest("base64url");
}
