/**
 * Callbacks are keyed with SHA-256 of the API key, which is all that the database holds: HMAC hashes
 * a key longer than its block (RFC 2104, section 2), as every API key is, so both are the same.
 */
import { createHmac } from "node:crypto";

interface WebhookMessage {
  id: string;
  timestamp: number;
  body: Uint8Array;
}

/** `X-Service-Signature`: `sha256=` and HMAC-SHA256 (RFC 2104) of the body in lower-case hex. */
export function signBody(digest: Uint8Array, body: Uint8Array): string {
  return `sha256=${createHmac("sha256", digest).update(body).digest("hex")}`;
}

/** `webhook-signature` of Standard Webhooks 1.0, symmetric: `v1,` and HMAC-SHA256 in base64. */
export function signWebhook(digest: Uint8Array, { id, timestamp, body }: WebhookMessage): string {
  const hmac = createHmac("sha256", digest).update(`${id}.${timestamp}.`, "utf8").update(body);
  return `v1,${hmac.digest("base64")}`;
}
