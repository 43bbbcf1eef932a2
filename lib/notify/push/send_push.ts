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
import type { Owed } from "@/lib/notify/push/push_jobs.ts";
import type { VapidTokens } from "@/lib/notify/push/vapid_tokens.ts";
import { longestPush } from "@/lib/notify/sending/insert_notifications.ts";
import { version } from "@/lib/tools/version.ts";

export interface PushDoor {
  publicUrl: string;
  tokens: VapidTokens;
  hosts: PushHosts;
  allow: Nets;
  lookup: Resolve;
  ca?: string;
}

/** Sends a message (RFC 8030), shorter if it is too large. PUSH_HOSTS is checked again. */
export async function sendPush(
  owed: Owed & { deviceId: string },
  door: PushDoor,
  signal: AbortSignal,
): Promise<PostResult> {
  if (!isPushEndpoint(owed.endpoint, door.hosts)) {
    return { outcome: "refused_address", durationMs: 0 };
  }
  const content: PushContent = { ...owed, publicUrl: door.publicUrl };
  const result = await postPush(owed, pushPayload(content), door, signal);
  if (result.status !== 413) return result;
  return await postPush(owed, shortPushPayload(content), door, signal);
}

async function postPush(
  owed: Owed,
  payload: Uint8Array,
  { tokens, allow, lookup, ca }: PushDoor,
  signal: AbortSignal,
): Promise<PostResult> {
  const leftSeconds = Math.floor((owed.endsAt.getTime() - Date.now()) / 1000);
  return await post({
    url: owed.endpoint,
    body: await encrypt(payload, owed),
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      "User-Agent": `Relevo/${version}`,
      "Authorization": await tokens.authorization(owed.endpoint),
      "TTL": String(Math.min(Math.max(leftSeconds, 0), longestPush)),
      "Urgency": owed.priority === "low" ? "low" : "high",
      ...(owed.tag === null ? {} : { "Topic": placeOf(owed) }),
    },
    allow,
    lookup,
    companyId: owed.companyId,
    ca,
    connectTimeoutMs: 5_000,
    timeoutMs: 10_000,
    maxAnswerBytes: 1_024,
    signal,
  });
}
