/** The tables of lib/channels/meta; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import type { HookObject } from "@/lib/values/hook_object.ts";

export interface MetaApps {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  name: string;
  app_id: string;
  hook: string;
  verify_token: string;
  objects: DefaultJson<Partial<Record<HookObject, ObjectTimes>>>;
  /** Count by hour of the epoch. */
  refused: DefaultJson<Record<string, number>>;
  refused_at: Date | null;
}

/** Instants of an object of a Meta app. */
interface ObjectTimes {
  handshake_at?: string;
  last_hook_at?: string;
}

export interface MetaAppSecrets {
  company_id: number;
  app_id: number;
  field: "app_secret" | "instagram_app_secret";
  key_name: string;
  sealed: Uint8Array;
}

export interface MetaAppShares {
  company_id: number;
  app_id: number;
  shared_with: number;
  name: string;
}

export interface MetaRoutes {
  company_id: number;
  account_id: number;
  app_company_id: number;
  app_id: number;
  object: HookObject;
  external_id: string;
  is_business: Generated<boolean>;
}

export interface MetaHooks {
  id: GeneratedAlways<number>;
  company_id: number;
  app_id: number;
  received_at: Generated<Date>;
  digest: Uint8Array;
  body: Uint8Array | null;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  leased_until: Date | null;
}

export interface MetaProblems {
  id: GeneratedAlways<number>;
  company_id: number;
  app_id: number;
  kind: "unknown_account" | "no_hook" | "unreadable";
  object: HookObject | null;
  external_id: string | null;
  day: Generated<string>;
  first_at: Generated<Date>;
  last_at: Generated<Date>;
  count: Generated<number>;
}

export interface MetaProblemEvents {
  company_id: number;
  problem_id: number;
  key: string;
  received_at: Generated<Date>;
  body: Uint8Array;
}

/** Somebody as an account knows them: a person of several ids has a row for each. */
export interface AccountPeople {
  company_id: number;
  account_id: number;
  person_id: string;
  heard_at: Date | null;
  closed_at: Date | null;
  username: string | null;
  name_due_at: Date | null;
  name_attempts: Generated<number>;
  seen_key: string | null;
  marked_key: string | null;
  opted_in_at: Date | null;
  opted_in_by: number | null;
  opt_in_source: string | null;
  marketing_stopped_at: Date | null;
  joined_to: string | null;
}

export interface FileFetches {
  company_id: number;
  file_id: string;
  account_id: number;
  source: Json<FetchSource>;
  attempts: Generated<number>;
  due_at: Generated<Date | null>;
  lease: string | null;
  leased_until: Date | null;
  problem: LeftOutReason | null;
  forget_at: Date | null;
}

/** Where a file is fetched from, as Attachment has it. */
export interface FetchSource {
  kind?: "image" | "video" | "audio" | "file" | "sticker";
  mediaId: string | null;
  url: string | null;
  sha256: string | null;
  isStory: boolean;
  isOpen?: boolean;
}

export interface MessageTemplates {
  company_id: number;
  account_id: number;
  name: string;
  language: string;
  category: string;
  state: string;
  content: Json<TemplateContent>;
  refreshed_at: Generated<Date>;
}

/** A reaction to a message: of the person, or of somebody for the account. */
export interface Reaction {
  /** Empty once it was taken back. */
  emoji: string;
  by: "them" | "us";
  /** An instant. */
  at: string;
}

/** An earlier wording of a message, with the instant at which it was replaced. */
export interface Wording {
  body: string;
  at: string;
}

export interface MessageTemplate {
  name: string;
  language: string;
}

/** A part of what was written at once: which of how many, and the id of the first message. */
export interface MessagePart {
  n: number;
  of: number;
  first: number | null;
}
