/** The tables of lib/channels and lib/files, and what is said by them; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import type { LeftOutReason } from "@/lib/values/left_out.ts";

export interface ChannelAccounts {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  kind: AccountKind;
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
  /** Process that reads the mailbox, until it is silent so long. */
  reader: string | null;
  reader_until: Date | null;
  /** The rest is of accounts of Meta alone. */
  quality: string | null;
  token_ends_at: Date | null;
  subscribed_at: Date | null;
  checked_at: Date | null;
  caught_up_at: Date | null;
  check_due_at: Date | null;
  token_at: Date | null;
  token_notice_days: number | null;
  templates_at: Date | null;
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
  waits_for: string | null;
  lane: Generated<number>;
}

/** Order of reading: of people who are known and programs, of others, what was killed once. */
export type Lane = 0 | 1 | 2;

/** Mail that nobody sat down to write. */
export interface Automatic {
  kind: string;
  from: { name: string | null; address: string } | null;
  subject: string | null;
  /** Addresses that a report of a delivery names. */
  about?: string[];
}

export interface ErasedMailSalts {
  company_id: number;
  salt: Uint8Array;
}

/** Salted digests of ids by which mail of erased persons would be known again. */
export interface ErasedMail {
  company_id: number;
  digest: Uint8Array;
  erased_at: Date;
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

/** Addresses whose mail a server returned. */
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

/** Members' choices about senders of mail. */
export interface MailSenders {
  id: GeneratedAlways<number>;
  company_id: number;
  address: string;
  answers_to: "from" | "reply_to" | null;
  is_person: Generated<boolean>;
  updated_at: Generated<Date>;
}

type Outcome = "sent" | "partly" | "delivered" | "read" | "failed";

export interface Outbox {
  id: string;
  company_id: number;
  account_id: number;
  message_id: number | null;
  notification_id: string | null;
  created_at: Generated<Date>;
  host: string;
  payload: Json<Record<string, unknown>>;
  state: Generated<"queued" | "sending" | Outcome | "uncertain" | "cancelled">;
  state_at: Generated<Date>;
  attempts: Generated<number>;
  schedule_start: Generated<number>;
  due_at: Date | null;
  lease: string | null;
  leased_until: Date | null;
  error: string | null;
  /** Deadline for noting what follows from the state; null once it is noted. */
  note_due_at: Date | null;
  /** Recipients of a mail, from its first attempt on. */
  recipients: Json<OutboxRecipient[]> | null;
  /** Who gets it, where messages to one person leave in order. */
  person: string | null;
  /** Of the Graph API's error. */
  code: number | null;
  note: string | null;
  charged: Json<Charged> | null;
}

/** What Meta charges for a message. */
export interface Charged {
  category: string | null;
  billable: boolean;
}

export interface OutboxRecipient {
  address: string;
  state: "queued" | "sent" | "failed";
  error: string | null;
  /** An instant. */
  at: string;
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

/** A correspondent, as an account knows them. */
export interface Address {
  id: string | null;
  username?: string | null;
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
  /** Number of all recipients, also those that were not kept. */
  recipients: number;
  replyTo: MailPerson | null;
  /** Besides To and Cc, addresses that deliver into the mailbox, such as a former one. */
  deliveredTo?: string[];
  /** From, where Reply-To names who wrote: a form, a shop, a list. */
  sentBy?: MailPerson | null;
  /** Sent to many, or by a list: no program answers it. */
  isBulk?: boolean;
  /** Whether the receiving server vouches for the sender of a mail that came in. */
  isVerified: boolean;
  /** Whether it came within a signature, which is not checked. */
  isSigned?: boolean;
  remotePictures: number;
  /** Reasons why the last of its files were left out, in order. */
  leftOut?: LeftOutReason[];
  invitation: Record<string, unknown> | null;
  /** Mail that a colleague passes on. */
  forwarded?: ForwardedMail;
}

export interface ForwardedMail {
  person: MailPerson;
  subject: string | null;
  /** Date as its headers have it. */
  date: string | null;
  /** The colleague's, above it. */
  words: string | null;
  /** Text that differs from the message's own; null while it is the same. */
  text: string | null;
  quoted: string | null;
  filed?: FiledForward;
}

/** State of a forward before a member filed it with the person inside, and the changes. */
export interface FiledForward {
  contactId: number;
  /** The contact was made for it. */
  isOpened: boolean;
  noteId: number | null;
  before: {
    body: string;
    quoted: string | null;
    subject: string | null;
    sender: Address | null;
    facts: Pick<MailFacts, "replyTo" | "sentBy" | "isVerified">;
  };
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
