import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import type { Pending } from "@/lib/notify/callbacks/callbacks.ts";
import { post, type PostResult } from "@/lib/outbound/outbound.ts";
import { signBody, signWebhook } from "@/lib/outbound/signature.ts";
import { currentMs } from "@/lib/tools/clock.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { version } from "@/lib/tools/version.ts";

interface CallbackNetwork {
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
}

/** Sends the same bytes each time, signed anew: our own form and Standard Webhooks 1.0. */
export function sendCallback(
  pending: Pending,
  network: CallbackNetwork,
  signal: AbortSignal,
): Promise<PostResult> {
  const body = new TextEncoder().encode(pending.body);
  const timestamp = Math.floor(currentMs() / 1000);
  return post({
    url: pending.url,
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": `Relevo/${version}`,
      "X-Service-Signature": signBody(pending.digest, body),
      "X-Service-Attempt": String(pending.attempts + 1),
      "webhook-id": pending.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signWebhook(pending.digest, { id: pending.id, timestamp, body }),
    },
    ...network,
    companyId: pending.companyId,
    connectTimeoutMs: 5_000,
    timeoutMs: 15_000,
    maxAnswerBytes: 4_096,
    signal,
  });
}
