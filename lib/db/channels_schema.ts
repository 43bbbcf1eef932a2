/** The tables of lib/channels and lib/files, and what is said by them; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";

export interface ChannelAccounts {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  kind: "email" | "whatsapp" | "program";
  channel: "web" | "whatsapp" | "instagram" | "facebook" | "phone" | "referral" | "other";
  name: string;
  address: string | null;
  state: Generated<"checking" | "working" | "failing" | "paused">;
  paused_by: "member" | "loop" | null;
  last_error: Json<LastError> | null;
  told_at: Date | null;
  resumed_at: Date | null;
  last_received_at: Date | null;
  last_sent_at: Date | null;
  settings: DefaultJson<Record<string, unknown>>;
}

interface LastError {
  outcome: string;
  status: number | null;
  said?: string;
  at: string;
  since?: string;
}

export interface ChannelSecrets {
  company_id: number;
  account_id: number;
  field: string;
  key_name: string;
  sealed: Uint8Array;
}

export interface ChannelEvents {
  id: GeneratedAlways<number>;
  company_id: number;
  account_id: number;
  external_id: string;
  received_at: Generated<Date>;
  body: Uint8Array | null;
  size: number;
  state: Generated<"waiting" | "read" | "problem">;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  leased_until: Date | null;
  problem: string | null;
  problem_text: string | null;
  tried_at: Date | null;
  contact_id: number | null;
  message_id: number | null;
  direction: Generated<"in" | "out">;
  is_quiet: Generated<boolean>;
  automatic: Json<Automatic> | null;
}

/** Mail that nobody sat down to write. */
export interface Automatic {
  kind: string;
  from: { name: string | null; address: string } | null;
  subject: string | null;
}

export interface Mailboxes {
  company_id: number;
  account_id: number;
  role: "inbox" | "sent";
  source: string;
  uid_validity: number;
  last_uid: number;
  import_total: Generated<number>;
  import_done: Generated<number>;
  read_at: Generated<Date>;
}

export interface MailIds {
  company_id: number;
  message_id: number;
  value: string;
  is_own: boolean;
}

/** That returned mail. */
export interface RefusedAddresses {
  id: GeneratedAlways<number>;
  company_id: number;
  address: string;
  account_id: number;
  message_id: number | null;
  at: Generated<Date>;
  reason: string | null;
  tried_at: Date | null;
}

export interface Outbox {
  id: string;
  company_id: number;
  account_id: number;
  message_id: number | null;
  notification_id: string | null;
  created_at: Generated<Date>;
  host: string;
  payload: Json<Record<string, unknown>>;
  state: Generated<
    "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "uncertain" | "cancelled"
  >;
  state_at: Generated<Date>;
  attempts: Generated<number>;
  schedule_start: Generated<number>;
  due_at: Date | null;
  lease: string | null;
  leased_until: Date | null;
  error: string | null;
}

export interface OutboxAttempts {
  company_id: number;
  outbox_id: string;
  number: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status: number | null;
  answer: string | null;
}

export interface Files {
  id: string;
  company_id: number;
  created_at: Generated<Date>;
  created_by: number | null;
  created_by_key: number | null;
  name: string;
  type: Generated<string>;
  size: Generated<number>;
  state: Generated<"coming" | "kept" | "left_out">;
  message_id: number | null;
  note_id: number | null;
  content_id: string | null;
}

export interface FileChunks {
  company_id: number;
  file_id: string;
  number: number;
  bytes: Uint8Array;
}

/** A correspondent, as an account knows them. */
export interface Address {
  id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
}

export interface MailPerson {
  name: string | null;
  address: string;
}

/** Details of a mail besides its text. */
export interface MailFacts {
  to: MailPerson[];
  cc: MailPerson[];
  /** All that it named, also those that were not kept. */
  recipients: number;
  replyTo: MailPerson | null;
  /** Of one that came in: whether the receiving server vouches for its sender. */
  isVerified: boolean;
  remotePictures: number;
  invitation: Record<string, unknown> | null;
}

export interface ReplyTemplates {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  name: string;
  language: "es" | "en";
  body: string;
}
