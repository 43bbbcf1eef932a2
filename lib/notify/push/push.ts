import type { Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Log } from "@/lib/tools/log.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import type { Nets, Resolve } from "@/lib/outbound/addresses.ts";
import type { PushHosts } from "@/lib/notify/push/push_hosts.ts";
import { PushPool } from "@/lib/notify/push/push_pool.ts";
import { sendPush } from "@/lib/notify/push/send_push.ts";
import type { VapidKeys } from "@/lib/notify/push/vapid.ts";
import { VapidTokens } from "@/lib/notify/push/vapid_tokens.ts";

export interface PushOptions {
  db: Db;
  log: Log;
  keys: VapidKeys;
  publicUrl: string;
  subject: string | undefined;
  hosts: PushHosts;
  maxPerHost: number;
  /** Name by which the process holds leases. */
  holder: string;
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
  ca?: string;
  remind(due: Due, delayMs: number): Promise<void>;
  summariseIn(due: Due, delayMs: number): Promise<void>;
}

export interface Push {
  publicKey: string;
  hosts: PushHosts;
  pool: PushPool;
}

/** Push services want a contact: `subject` or the public address; without one push is off. */
export function openPush(options: PushOptions): Push | null {
  const { db, log, keys, publicUrl, subject, hosts, maxPerHost, holder, remind } = options;
  const { allow, gate, lookup, ca, summariseIn } = options;
  const contact = subject ?? (publicUrl.startsWith("https:") ? publicUrl : undefined);
  if (contact === undefined) {
    log.info("push_is_off", { why: "neither VAPID_SUBJECT nor an https PUBLIC_URL is set" });
    return null;
  }
  const tokens = new VapidTokens(keys, contact);
  const network = { publicUrl, tokens, hosts, allow, gate, lookup, ca };
  const pool = new PushPool({
    db,
    log,
    maxPerHost,
    holder,
    gate,
    remind,
    summariseIn,
    send: (pending, signal) => sendPush(pending, network, signal),
  });
  return { publicKey: keys.publicKey, hosts, pool };
}
