import { createHmac, timingSafeEqual } from "node:crypto";

/** Checks the signature of a hook (Meta: Webhooks, "Validate payloads"). */

const form = /^sha256=([0-9a-f]{64})$/;

/** The digest that `X-Hub-Signature-256` says; null where it has not its form. */
export function signatureIn(header: string | null): Uint8Array | null {
  const [, hex] = form.exec(header ?? "") ?? [];
  return hex === undefined ? null : Uint8Array.fromHex(hex);
}

/** All secrets are tried, so that the time says nothing of which one fits. */
export function isSigned(
  body: Uint8Array,
  signature: Uint8Array,
  secrets: readonly string[],
): boolean {
  let isFitting = false;
  for (const secret of secrets) {
    if (!secret) continue;
    const own = createHmac("sha256", secret).update(body).digest();
    if (timingSafeEqual(own, signature)) isFitting = true;
  }
  return isFitting;
}
