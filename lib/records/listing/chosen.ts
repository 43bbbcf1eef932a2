import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { noteSubjects } from "@/lib/records/subject.ts";

/** The names of records that a list is narrowed to, by filter; one statement if there are any. */
export async function nameChosen(
  db: Db,
  { companyId }: Tenant,
  query: ListQuery,
): Promise<Record<string, { value: string; label: string }[]>> {
  const parts = noteSubjects.flatMap((noun) => {
    const { key, table } = nouns[noun];
    const ids = query[key];
    return Array.isArray(ids)
      ? [
        sql`select ${sql.lit(key)} as key, t.id, ${labelOf(noun, "t")} as label
          from ${sql.table(table)} t where t.company_id = ${companyId} and t.id in (${
          sql.join(ids)
        })`,
      ]
      : [];
  });
  if (parts.length === 0) return {};
  const { rows } = await sql<{ key: string; id: number; label: string | null }>`${
    sql.join(parts, sql` union all `)
  }`.execute(db);
  const named = Map.groupBy(rows, ({ key }) => key);
  return Object.fromEntries(
    [...named].map(([key, some]) => [
      key,
      some.map(({ id, label }) => ({ value: String(id), label: label ?? String(id) })),
    ]),
  );
}
