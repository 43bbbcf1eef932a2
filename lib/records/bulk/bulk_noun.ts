import type { Trx } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import type { Happening } from "@/lib/records/activities.ts";
import type { LockedRow } from "@/lib/records/bulk/many.ts";
import type { Listing } from "@/lib/records/listing/listing.ts";
import type { Changes } from "@/lib/records/records.ts";
import type { nouns } from "@/lib/records/nouns.ts";
import type { Language } from "@/lib/words/language.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export interface BulkCall {
  trx: Trx;
  member: { companyId: number; userId: number; timezone: string };
  language: Language;
  now: Date;
  maxRecords: number;
}

export function bulkCall(
  { trx, member, language, services }: Pick<BulkCall, "trx" | "member" | "language"> & {
    services: { config: { bounds: { recordsPerCompany: number } } };
  },
): BulkCall {
  const { recordsPerCompany } = services.config.bounds;
  return { trx, member, language, now: currentTime(), maxRecords: recordsPerCompany };
}

/** One verb, made for one call; what locks other records first does so while it is made. */
export interface BulkVerb {
  /** Reads data of all records for `values`; they are locked. */
  gather?(rows: LockedRow[]): Promise<void>;
  /** The record's new values. @throws Problem why it is left as it is */
  values(row: LockedRow): Record<string, unknown>;
  /** Activity; by default `changed`, `deleted` or `restored`. */
  tell?: Telling;
  after?(changed: ChangedRow[]): Promise<void>;
}

export type Telling = (row: LockedRow, changes: Changes) => Pick<Happening, "verb" | "changes">;

export interface ChangedRow extends LockedRow {
  changes: Changes;
}

/** Data of an undo beside the earlier values. */
export interface BulkUndo extends Omit<BulkVerb, "values"> {
  /** @throws Problem why it is left as it is */
  check?(row: LockedRow, was: Record<string, unknown>): void;
}

export interface BulkEntry {
  id: number;
  version: number;
  was: Record<string, unknown>;
  /** The values that the change left; by default the version shows whether it still stands. */
  now?: Record<string, unknown>;
}
export type BulkNounName = Schema["bulk_changes"]["noun"] & keyof typeof nouns;

export interface BulkNoun {
  noun: BulkNounName;
  columns: readonly string[];
  about(row: LockedRow, changes: Changes): Pick<Happening, "subject" | "clientId">;
  listing(
    call: BulkCall,
    filter: ListQuery,
  ): Pick<Listing, "spec" | "table"> | Promise<Pick<Listing, "spec" | "table">>;
  /** Verbs by the body's field that names them. */
  // deno-lint-ignore no-explicit-any -- each verb takes a value of its own
  verbs: Record<string, (call: BulkCall, value: any) => BulkVerb | Promise<BulkVerb>>;
  /** @param further stored values beside the records */
  undo?(
    call: BulkCall,
    entries: readonly BulkEntry[],
    further: unknown,
  ): BulkUndo | Promise<BulkUndo>;
}
