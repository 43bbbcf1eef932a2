/** The tables of lib/records that merges keep; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";

export interface Merges {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  created_by: number | null;
  client_id: number | null;
  contact_id: number | null;
  moved: DefaultJson<Record<string, number[]>>;
  filled: DefaultJson<Record<string, [unknown, unknown]>>;
}

export interface Identities {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  contact_id: number | null;
  client_id: number | null;
  kind:
    | "email"
    | "phone"
    | "web_id"
    | "whatsapp_id"
    | "instagram_id"
    | "facebook_id"
    | "phone_id"
    | "referral_id"
    | "other_id"
    | "account_id"
    | "tax_id"
    | "organization";
  value: string;
  source: Generated<"record" | "merge" | "channel">;
  merge_id: number | null;
}

export interface SearchWords {
  company_id: number;
  record_id: number;
  kind: string;
  state: string;
  word: string;
}

export interface RecordCounts {
  id: Generated<string>;
  company_id: number;
  kind: string;
  status: string | null;
  assignee_id: number | null;
  facet: string | null;
  n: number;
  folded: Generated<boolean>;
}

export interface Figures {
  company_id: number;
  span: Generated<"new" | "day" | "month">;
  day: string;
  figure:
    | "created"
    | "cohort"
    | "stay"
    | "open"
    | "pipeline"
    | "won"
    | "lost"
    | "sold"
    | "quote"
    | "offer"
    | "task_done"
    | "task_open"
    | "idle"
    | "task_due";
  key: Generated<string>;
  assignee_id: number | null;
  n: number;
  amount: number;
}

export interface UncountedFigures {
  company_id: number;
}

export interface Imports {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  created_by: number | null;
  noun: "contact" | "client" | "product";
  file_name: string | null;
  made: number;
  changed: number;
  same: number;
  skipped: number;
  wrong: number;
  undone_at: Date | null;
  undone_by: number | null;
  kept: Generated<number>;
  remarks: Generated<number>;
}

export interface ImportColumns {
  company_id: number;
  noun: "contact" | "client" | "product";
  head: string;
  fields: string[];
  updated_at: Generated<Date>;
}

export interface ImportRecords {
  id: Generated<string>;
  company_id: number;
  import_id: number;
  contact_id: number | null;
  client_id: number | null;
  product_id: number | null;
  version: number;
  changes: Json<Record<string, [unknown, unknown]>> | null;
  made: Json<Record<string, unknown>> | null;
  remarks: Json<Record<string, unknown>> | null;
}

export interface TagCounts {
  company_id: number;
  noun: "contact" | "client" | "opportunity";
  tag: string;
  n: number;
  folded: Generated<boolean>;
}

export interface UncountedRecords {
  company_id: number;
}
