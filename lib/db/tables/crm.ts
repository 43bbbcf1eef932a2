/** The tables of lib/crm; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";

export interface CompanyLogos {
  company_id: number;
  hash: string;
  media_type: "image/png" | "image/jpeg" | "image/webp";
  bytes: Uint8Array;
}

export interface Contacts {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  channel: Generated<
    "web" | "whatsapp" | "instagram" | "facebook" | "phone" | "referral" | "other"
  >;
  channel_contact_id: string | null;
  username: string | null;
  status: Generated<"new" | "read" | "archived">;
  converted_client_id: number | null;
  converted_at: Date | null;
  converted_by: number | null;
  name: string | null;
  email: string | null;
  email_norm: string | null;
  phone: string | null;
  phone_e164: string | null;
  organization: string | null;
  subject: string | null;
  message: string | null;
  next_action_at: Date | null;
  next_action_note: string | null;
  first_response_at: Date | null;
  last_message_at: Generated<Date>;
  last_direction: "in" | "out" | "note" | null;
  language: "es" | "en" | null;
  source_url: string | null;
  referrer: string | null;
  utm: Json<Record<string, string>> | null;
  consent_at: Date | null;
  consent_text_version: string | null;
  marketing_consent: Generated<boolean>;
  spam_score: Generated<number>;
  is_spam: Generated<boolean>;
  merged_into_id: number | null;
  tags: Generated<string[]>;
  assignee_id: number | null;
  consent_text_hash: string | null;
  consent_source: string | null;
  erased_at: Date | null;
  held: Generated<boolean>;
  answer_due_at: Date | null;
  overdue_since: Date | null;
}

export interface FormPosts {
  id: Generated<string>;
  company_id: number;
  at: Generated<Date>;
  network: string;
  message: string;
}

export interface ConversationReminders {
  company_id: number;
  contact_id: number;
  user_id: number;
  due_at: Date;
  created_at: Generated<Date>;
}

export interface PhoneSends {
  company_id: number;
  user_id: number;
  key: string;
  digest: Uint8Array;
  sent_at: Generated<Date>;
  contact_id: number;
  message_id: number | null;
  note_id: number | null;
}

export interface Clients {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  kind: Generated<"company" | "person">;
  name: string;
  legal_name: string | null;
  tax_id: string | null;
  email: string | null;
  email_norm: string | null;
  phone: string | null;
  phone_e164: string | null;
  website: string | null;
  address: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  language: "es" | "en" | null;
  payment_terms_days: number | null;
  payment_method: "transfer" | "card" | "direct_debit" | "cash" | "other" | null;
  notes: string | null;
  source_channel:
    | "web"
    | "whatsapp"
    | "instagram"
    | "facebook"
    | "phone"
    | "referral"
    | "other"
    | null;
  source_contact_id: number | null;
  marketing_consent: Generated<boolean>;
  merged_into_id: number | null;
  tags: Generated<string[]>;
  assignee_id: number | null;
  erased_at: Date | null;
}

export interface Opportunities {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  title: string;
  client_id: number;
  contact_id: number | null;
  stage_id: number;
  status: Generated<"open" | "won" | "lost">;
  amount: Generated<number>;
  amount_source: Generated<"manual" | "quote">;
  probability: number | null;
  expected_close_date: string | null;
  source_channel:
    | "web"
    | "whatsapp"
    | "instagram"
    | "facebook"
    | "phone"
    | "referral"
    | "other"
    | null;
  lost_reason: string | null;
  lost_note: string | null;
  won_at: Date | null;
  lost_at: Date | null;
  closed_by: number | null;
  reopened_at: Date | null;
  stage_changed_at: Generated<Date>;
  last_activity_at: Generated<Date>;
  next_action_at: Date | null;
  next_action_note: string | null;
  description: string | null;
  position: Generated<number>;
  tags: Generated<string[]>;
  assignee_id: number | null;
}

export interface OpportunityStageLog {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  opportunity_id: number;
  from_stage_id: number | null;
  to_stage_id: number | null;
  entered_at: Generated<Date>;
  left_at: Date | null;
  user_id: number | null;
}

export interface Tasks {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  title: string;
  description: string | null;
  status: Generated<"pending" | "in_progress" | "done">;
  priority: Generated<"low" | "normal" | "high" | "urgent">;
  kind: Generated<"general" | "follow_up" | "delivery">;
  due_at: Date | null;
  due_all_day: Generated<boolean>;
  done_at: Date | null;
  done_by: number | null;
  client_id: number | null;
  contact_id: number | null;
  opportunity_id: number | null;
  sale_id: number | null;
  quote_line_id: number | null;
  position: Generated<number>;
  checklist: DefaultJson<{ text: string; done: boolean }[]>;
  assignee_id: number | null;
}

export interface Notes {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  call: Generated<boolean>;
  to_client: Generated<boolean>;
  body: string;
  pinned: Generated<boolean>;
  author_id: number | null;
  edited_at: Date | null;
  contact_id: number | null;
  client_id: number | null;
  opportunity_id: number | null;
  quote_id: number | null;
  sale_id: number | null;
  task_id: number | null;
  event_id: number | null;
}

export interface Activities {
  id: GeneratedAlways<number>;
  company_id: number;
  at: Generated<Date>;
  verb: string;
  changes: DefaultJson<unknown>;
  actor_id: number | null;
  actor_kind: Generated<"user" | "public" | "system">;
  timeline_client_id: number | null;
  contact_id: number | null;
  client_id: number | null;
  opportunity_id: number | null;
  quote_id: number | null;
  sale_id: number | null;
  task_id: number | null;
  event_id: number | null;
  product_id: number | null;
  channel_id: number | null;
  /** Transaction; null in rows written before there was a feed. */
  txid: Generated<number | null>;
}
