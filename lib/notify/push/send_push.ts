import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import { post, type PostResult } from "@/lib/outbound/outbound.ts";
import { encrypt } from "@/lib/notify/push/encrypt.ts";
import {
  placeOf,
  type PushContent,
  pushPayload,
  shortPushPayload,
} from "@/lib/notify/push/payload.ts";
import { isPushEndpoint, type PushHosts } from "@/lib/notify/push/push_hosts.ts";
import type { Pending } from "@/lib/notify/push/push_jobs.ts";
import type { VapidTokens } from "@/lib/notify/push/vapid_tokens.ts";
import { longestPush } from "@/lib/notify/sending/insert_notifications.ts";
import { currentMs } from "@/lib/tools/clock.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { version } from "@/lib/tools/version.ts";

export interface PushNetwork {
  publicUrl: string;
  tokens: VapidTokens;
  hosts: PushHosts;
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
  ca?: string;
}

/** Sends a message (RFC 8030), shorter if it is too large. PUSH_HOSTS is checked again. */
export async function sendPush(
  pending: Pending & { deviceId: string },
  network: PushNetwork,
  signal: AbortSignal,
): Promise<PostResult> {
  if (!isPushEndpoint(pending.endpoint, network.hosts)) {
    return { outcome: "refused_address", durationMs: 0 };
  }
  const content: PushContent = { ...pending, publicUrl: network.publicUrl };
  const result = await postPush(pending, pushPayload(content), network, signal);
  if (result.status !== 413) return result;
  return await postPush(pending, shortPushPayload(content), network, signal);
}

async function postPush(
  pending: Pending,
  payload: Uint8Array,
  { tokens, allow, gate, lookup, ca }: PushNetwork,
  signal: AbortSignal,
): Promise<PostResult> {
  const leftSeconds = Math.floor((pending.endsAt.getTime() - currentMs()) / 1000);
  return await post({
    url: pending.endpoint,
    body: await encrypt(payload, pending),
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      "User-Agent": `Relevo/${version}`,
      "Authorization": await tokens.authorization(pending.endpoint),
      "TTL": String(Math.min(Math.max(leftSeconds, 0), longestPush)),
      "Urgency": pending.priority === "low" ? "low" : "high",
      ...(pending.tag === null ? {} : { "Topic": placeOf(pending) }),
    },
    allow,
    gate,
    lookup,
    companyId: pending.companyId,
    ca,
    connectTimeoutMs: 5_000,
    timeoutMs: 10_000,
    maxAnswerBytes: 1_024,
    signal,
  });
}
