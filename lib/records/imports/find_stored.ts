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
  /** Value of the key that separates; null without one. */
  apart: string | null;
  /** The record has the key in its own columns. */
  isOwn: boolean;
  /** Whether the key came with a record that was merged into this one. */
  isMerged: boolean;
}
/** Stored records by one of the kind's keys. */
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
    const keys = new Set(rows.map((row) => row.keys[at]!).filter((own) => own !== null));
    stored.push(keys.size === 0 ? new Map() : await findByKey(db, tenant, kind, key, [...keys]));
  }
  return stored;
}

async function findByKey<Value>(
  db: Db,
  { companyId }: Tenant,
  { noun, keys }: ImportKind<Value>,
  { stored, among = "true", merged, separates }: ImportKey<Value>,
  values: string[],
): Promise<Stored> {
  const key = sql.raw(stored) as RawBuilder<string>;
  const separating = Object.values(keys).find(({ separates }) => separates);
  const apart = sql.raw(separating?.stored ?? "null::text");
  const of = sql`from ${sql.table(nouns[noun].table)} t
    where company_id = ${companyId} and deleted_at is null and ${sql.raw(among)}`;
  const columns = sql`id, version, ${labelOf(noun, "t")} as name`;
  const own = sql`
    select ${key} as key, ${columns}, ${apart} as apart
    ${of} and ${key} = any (${values}::text[])`;
  const { rows } = await sql<StoredRecord & { key: string }>`
    with own as (${own}), known as (${
    merged ? identitiesOf(companyId, nouns[noun].key, values, merged) : unknown
  })
    select own.*, true as "isOwn", exists (
      select from known k where k.key = own.key and k.record = own.id) as "isMerged"
    from own
    union all
    select k.key, r.id, r.version, r.name, ${separates ? sql`k.key` : sql`r.apart`}, false, true
    from known k
    cross join lateral (select ${columns}, ${apart} as apart ${of} and t.id = k.record) r
    where not exists (select from own where own.key = k.key and own.id = r.id)
    order by id`.execute(db);
  return Map.groupBy(rows, (row) => row.key);
}

const unknown = sql`select null::text as key, null::integer as record where false`;

function identitiesOf(
  companyId: number,
  column: string,
  keys: string[],
  merged: (key: string) => readonly [kind: string, value: string],
) {
  const [kinds, values] = [0, 1].map((at) => keys.map((key) => merged(key)[at]));
  return sql`
    select distinct g.key, ${sql.ref(`i.${column}`)} as record
    from unnest(${kinds}::text[], ${values}::text[], ${keys}::text[]) g (kind, value, key)
    join identities i on i.company_id = ${companyId} and i.kind = g.kind and i.value = g.value
      and i.source = 'merge'
    where ${sql.ref(`i.${column}`)} is not null`;
}
