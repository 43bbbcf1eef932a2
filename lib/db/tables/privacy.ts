/** The tables of lib/privacy; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";

export interface PrivacyRequests {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  created_by: number | null;
  kind: "export" | "erase" | "retention" | "trash";
  noun: "contact" | "client" | "other";
  record_id: number | null;
  records: number;
  reason: "requested" | "consent_withdrawn" | "not_needed" | "other" | null;
  outcome: "done" | "refused";
}

export interface Erasures {
  id: string;
  company_id: number;
  created_at: Generated<Date>;
  at: Date;
  contacts: number[];
  clients: number[];
}
