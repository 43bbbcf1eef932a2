import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import type { Owed } from "@/lib/notify/callbacks/callbacks.ts";
import { post, type PostResult } from "@/lib/outbound/outbound.ts";
import { signBody, signWebhook } from "@/lib/outbound/signature.ts";
import { version } from "@/lib/tools/version.ts";

interface CallbackDoor {
  allow: Nets;
  lookup: Resolve;
}

/** The same bytes each time, signed afresh: our own form and Standard Webhooks 1.0. */
export function sendCallback(
  owed: Owed,
  door: CallbackDoor,
  signal: AbortSignal,
): Promise<PostResult> {
  const body = new TextEncoder().encode(owed.body);
  const timestamp = Math.floor(Date.now() / 1000);
  return post({
    url: owed.url,
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `Relevo/${version}`,
      "X-Service-Signature": signBody(owed.digest, body),
      "X-Service-Attempt": String(owed.attempts + 1),
      "webhook-id": owed.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signWebhook(owed.digest, { id: owed.id, timestamp, body }),
    },
    ...door,
    companyId: owed.companyId,
    connectTimeoutMs: 5_000,
    timeoutMs: 15_000,
    maxAnswerBytes: 4_096,
    signal,
  });
}
