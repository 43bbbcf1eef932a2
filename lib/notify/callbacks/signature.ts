/**
 * The two signatures that a callback carries. Both are keyed with SHA-256 of the API key, which is
 * all that the database holds: HMAC first hashes a key longer than its block (RFC 2104, section 2;
 * 64 bytes for SHA-256), and every API key is longer, so a receiver who keys its HMAC with the API
 * key itself gets the same value.
 */
import { createHmac } from "node:crypto";

/** What a `webhook-signature` covers. */
interface WebhookMessage {
  /** The value of the `webhook-id` header; without a full stop. */
  id: string;
  /** The value of the `webhook-timestamp` header: whole seconds since 1970. */
  timestamp: number;
  /** The exact bytes of the request's body. */
  body: Uint8Array;
}

/**
 * The value of `X-Service-Signature`: `sha256=` and HMAC-SHA256 (RFC 2104) of the body's bytes in
 * lower-case hex, the form of GitHub's `X-Hub-Signature-256`.
 *
 * @param digest of the API key, as stored
 */
export function signBody(digest: Uint8Array, body: Uint8Array): string {
  return `sha256=${createHmac("sha256", digest).update(body).digest("hex")}`;
}

/**
 * The value of `webhook-signature` by the Standard Webhooks specification 1.0, symmetric scheme:
 * `v1,` and HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64. Its public libraries verify it with
 * the API key as a raw secret.
 *
 * @param digest of the API key, as stored
 */
export function signWebhook(digest: Uint8Array, { id, timestamp, body }: WebhookMessage): string {
  const hmac = createHmac("sha256", digest).update(`${id}.${timestamp}.`, "utf8").update(body);
  return `v1,${hmac.digest("base64")}`;
}
