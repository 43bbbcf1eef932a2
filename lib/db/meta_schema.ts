/** The tables of lib/channels/meta; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson } from "@/lib/db/json.ts";
import type { HookObject } from "@/lib/channels/meta/hook/split.ts";

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
  day: Generated<Date>;
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
