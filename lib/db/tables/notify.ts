import type { Generated, GeneratedAlways, Selectable } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";
import type { Quiet } from "@/lib/values/quiet_hours.ts";

/** Tables of recipients, and of what waits for other servers. A part of lib/db/schema.ts. */

export type StoredStatus = "queued" | "sent" | "delivered" | "failed" | "replaced" | "cancelled";

export interface NotificationRecipients {
  company_id: number;
  notification_id: string;
  user_id: string;
  internal: Generated<boolean>;
  tag: string | null;
  status: Generated<StoredStatus>;
  devices: Generated<number>;
  replaced_by: string | null;
  delivered_at: Date | null;
  read_at: Date | null;
  dismissed_at: Date | null;
  answered_at: Date | null;
  seq: GeneratedAlways<number>;
  changed_txid: Generated<number>;
  reminded: Generated<number>;
  escalated_at: Date | null;
  answered_by: string | null;
  snoozed_until: Date | null;
  /** `recipient_counts` includes this recipient. */
  counted: Generated<boolean>;
}

export interface RecipientCounts {
  company_id: number;
  notification_id: string;
  answered: number;
  read: number;
  opened: number;
  delivered: number;
  sent: number;
  queued: number;
  failed: number;
  replaced: number;
  cancelled: number;
  folded: Generated<boolean>;
}

/** Kept by triggers of notifications. */
export interface IdempotencyKeys {
  company_id: number;
  key: string;
  /** 0 for the company's members. */
  key_id: number;
  notification_id: string;
  fingerprint: Uint8Array;
}

export interface NotificationCounts {
  company_id: number;
  n: number;
  folded: Generated<boolean>;
}

type CallbackStatus = "pending" | "delivered" | "failed" | "gone";

export interface Callbacks {
  response_id: string;
  company_id: number;
  key_id: number;
  url: string;
  host: string;
  body: string;
  status: Generated<CallbackStatus>;
  attempts: Generated<number>;
  schedule_start: Generated<number>;
  due_at: Date | null;
  lease: string | null;
  leased_until: Date | null;
  last_status: number | null;
  last_outcome: string | null;
  delivered_at: Date | null;
  created_at: Generated<Date>;
}

export interface CallbackAttempts {
  company_id: number;
  response_id: string;
  number: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status: number | null;
  answer: string | null;
}

export interface PushSubscriptions {
  id: string;
  company_id: number;
  endpoint: string;
  host: string;
  p256dh: Uint8Array;
  auth: Uint8Array;
  created_at: Generated<Date>;
}

export interface PushJobs {
  id: string;
  company_id: number;
  notification_id: string;
  user_id: string;
  subscription_id: string;
  host: string;
  attempts: Generated<number>;
  due_at: Date;
  ends_at: Date;
  lease: string | null;
  leased_until: Date | null;
  reason: Generated<"sent" | "remind" | "snooze" | "summary">;
  held_by_member: boolean | null;
  held: number | null;
}

export interface GivenUpPushes {
  id: Generated<string>;
  at: Generated<Date>;
  n: number;
}

export type PushReason = Selectable<PushJobs>["reason"];

export interface DueTimes {
  id: string;
  company_id: number;
  kind: "remind" | "escalate" | "fallback" | "snooze" | "summary";
  notification_id: string | null;
  user_id: string | null;
  is_member: Generated<boolean>;
  number: number | null;
  at: Date;
  due_at: Date | null;
  host: Generated<string>;
  attempts: Generated<number>;
  lease: string | null;
  leased_until: Date | null;
  done_at: Date | null;
  outcome: "acted" | "not_needed" | "over" | "failed" | null;
  reached: number | null;
  mail: string | null;
}

/** Requests of a notification besides being shown. */
export interface Asks {
  remind?: { every: number; times: number };
  escalate?: { after: number; userIds: string[] };
  answers?: "first";
  fallback?: { after: number; email: string };
}

export interface FallbackStrangers {
  company_id: number;
  day: string;
  digest: Uint8Array;
  refused: Generated<boolean>;
}

export interface Attention {
  company_id: number;
  user_id: string;
  is_member: boolean;
  quiet: Json<Quiet> | null;
  muted: DefaultJson<string[]>;
  changed_at: Generated<Date>;
}

export interface AnswerLinks {
  id: string;
  company_id: number;
  notification_id: string;
  user_id: string;
  digest: Uint8Array;
  created_at: Generated<Date>;
}
