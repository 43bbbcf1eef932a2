import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import { nouns } from "@/lib/records/nouns.ts";

/** Columns that say nothing of what somebody did to the record. */
const bookkeeping = [
  ...["id", "company_id", "created_at", "created_by", "updated_at", "updated_by", "version"],
  ...["answer_due_at", "overdue_since", "usage_count", "last_used_at"],
];

export function valuesOf(alias: string): RawBuilder<unknown> {
  return sql`to_jsonb(${sql.ref(alias)}) - ${bookkeeping}::text[]`;
}

/** Finds the records that are no longer as the import left them; later columns do not count. */
export async function changedSince(
  db: Db,
  { companyId }: Tenant,
  noun: ImportedNoun,
  { importId, ids }: { importId: number; ids: readonly number[] },
): Promise<Set<number>> {
  const { table, key } = nouns[noun];
  const { rows } = await sql<{ id: number }>`
    select t.id from import_records r
    join ${sql.table(table)} t on t.company_id = r.company_id and t.id = ${sql.ref(`r.${key}`)}
    cross join lateral (select ${valuesOf("t")} as now) v
    where r.company_id = ${companyId} and r.import_id = ${importId}
      and t.id = any (${[...ids]}::integer[])
      and case when r.made is null then r.changes is null and t.version <> r.version
        else exists (select from jsonb_each(r.made) m
          where jsonb_exists(v.now, m.key) and v.now -> m.key <> m.value) end`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
