import type { Generated } from "kysely";

/** Tables of callbacks and pushes, owed to other servers. A part of lib/db/schema.ts. */

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
}
