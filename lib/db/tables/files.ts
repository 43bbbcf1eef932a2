/** The tables of lib/files, and what is said by them; see schema.ts. */
import type { Generated } from "kysely";

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
