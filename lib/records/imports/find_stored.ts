import { type RawBuilder, sql } from "kysely";
import type { ImportKey, ImportKind } from "@/lib/records/imports/import.ts";
import type { ImportRow } from "@/lib/records/imports/import_parts.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Live records that rows may be. */

export interface StoredRecord {
  id: number;
  version: number;
  name: string | null;
  /** Its value of the key that separates; null without one. */
  apart: string | null;
}
/** By one of the kind's keys. */
export type Stored = Map<string, StoredRecord[]>;

/** The records that have the rows' keys, for each of the kind's keys. */
export async function findStored<Value>(
  db: Db,
  tenant: Tenant,
  kind: ImportKind<Value>,
  rows: readonly Pick<ImportRow, "keys">[],
): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const [at, key] of Object.values(kind.keys).entries()) {
    const given = new Set(rows.map((row) => row.keys[at]!).filter((own) => own !== null));
    stored.push(given.size === 0 ? new Map() : await findByKey(db, tenant, kind, key, [...given]));
  }
  return stored;
}

async function findByKey<Value>(
  db: Db,
  { companyId }: Tenant,
  { noun, keys }: ImportKind<Value>,
  { stored, among = "true" }: ImportKey<Value>,
  given: string[],
): Promise<Stored> {
  const key = sql.raw(stored) as RawBuilder<string>;
  const separating = Object.values(keys).find(({ separates }) => separates);
  const { rows } = await sql<StoredRecord & { key: string }>`
    select ${key} as key, id, version, ${labelOf(noun, "t")} as name,
      ${sql.raw(separating?.stored ?? "null::text")} as apart
    from ${sql.table(nouns[noun].table)} t
    where company_id = ${companyId} and deleted_at is null and ${sql.raw(among)}
      and ${key} = any (${given}::text[]) order by id`.execute(db);
  return Map.groupBy(rows, (row) => row.key);
}
