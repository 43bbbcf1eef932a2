import type { Generated, GeneratedAlways } from "kysely";

/** Tables of who belongs where, and of how they come in. */

export interface Users {
  id: GeneratedAlways<number>;
  email: string;
  name: string | null;
  language: "es" | "en" | null;
  theme: "light" | "dark" | null;
  created_at: Generated<Date>;
  muted: Generated<string[]>;
  /** Kept by a trigger of invitations. Companies cannot read it. */
  waiting_invitations: Generated<number>;
}

export interface UserCompanies {
  company_id: number;
  user_id: number;
  role: Generated<string>;
  created_at: Generated<Date>;
  disabled_at: Date | null;
  first_seen_at: Date | null;
  last_seen_at: Date | null;
  muted: Generated<string[]>;
  /** First entry with a credential that a link made: its mailbox was never proved. */
  unproved_seen_at: Date | null;
  unproved_name: string | null;
  unproved_language: "es" | "en" | null;
  unproved_theme: "light" | "dark" | null;
  tell_unassigned: number[] | null;
  morning_at: string | null;
  /** A day by the company's clocks. */
  morning_sent_on: string | null;
  /** Kept by a trigger; no later than when it is due. */
  morning_due_at: Generated<Date | null>;
}

export interface Invitations {
  id: GeneratedAlways<number>;
  company_id: number;
  user_id: number;
  email: string;
  role: Generated<string>;
  invited_by: number;
  created_at: Generated<Date>;
  state: Generated<"invited" | "accepted" | "declined">;
  answered_at: Date | null;
}

export interface EntryLinks {
  id: GeneratedAlways<number>;
  company_id: number;
  email: string;
  digest: Uint8Array;
  purpose: "invite" | "recover";
  created_by: number | null;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
  withdrawn_at: Date | null;
}

export interface Devices {
  id: string;
  company_id: number;
  user_id: string;
  member_id: number | null;
  name: string;
  digest: Uint8Array;
  created_at: Generated<Date>;
  last_seen_at: Date | null;
  revoked_at: Date | null;
  push_subscription_id: string | null;
  paired_by: number | null;
  paired_by_key: number | null;
}

export interface Pairings {
  id: string;
  company_id: number;
  user_id: string;
  member_id: number | null;
  name: string | null;
  digest: Uint8Array;
  created_at: Generated<Date>;
  expires_at: Date;
  paired_by: number | null;
  paired_by_key: number | null;
}

/** Which company a digest is of. Kept by triggers of the tables that have the rest. */
export interface Credentials {
  digest: Uint8Array;
  kind: CredentialKind;
  company_id: number;
}

export type CredentialKind =
  | "key"
  | "phone"
  | "pairing"
  | "answer"
  | "entry"
  | "quote"
  | "hook";
