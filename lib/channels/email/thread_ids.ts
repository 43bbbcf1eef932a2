import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** Ids by which an answer is known as one to us, whatever its subject or sender. */

interface Thread {
  companyId: number;
  contactId: number;
}

/** Stands first in References: programs keep that one, and a stranger cannot make it. */
export class ThreadIds {
  #keys: Uint8Array[];

  constructor(cipher: SecretCipher) {
    this.#keys = cipher.derived("threads of mail");
  }

  idOf({ companyId, contactId }: Thread, domain: string): string {
    const payload = `${companyId.toString(36)}.${contactId.toString(36)}`;
    return `<thread.${payload}.${sign(this.#keys[0]!, payload)}@${domain}>`;
  }

  /** Finds the contact in the first of the references that was made here for the company. */
  contactIn(references: readonly string[], companyId: number): number | undefined {
    for (const id of references) {
      const match = /^<thread\.(([\da-z]{1,7})\.([\da-z]{1,7}))\.([\da-f]{40})@/.exec(id);
      if (!match || parseInt(match[2]!, 36) !== companyId) continue;
      const signature = Buffer.from(match[4]!);
      const payload = match[1]!;
      if (this.#keys.some((key) => timingSafeEqual(signature, Buffer.from(sign(key, payload))))) {
        return parseInt(match[3]!, 36);
      }
    }
    return undefined;
  }
}

/** Hexadecimal, as some programs write ids in capitals or small letters. */
function sign(key: Uint8Array, payload: string): string {
  return createHmac("sha256", key).update(payload).digest("hex").slice(0, 40);
}

/** Makes an id that cannot be guessed, since a report that names it changes a message's state. */
export function newMessageId(domain: string): string {
  return `<${randomBytes(16).toString("hex")}@${domain}>`;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}
