import { sql } from "kysely";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { type Link, type Mergeable } from "@/lib/records/merging.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Finds the records that live ones belong to, or that another was merged into. */
export async function attachedAmong(
  db: Db,
  { companyId }: Tenant,
  { table, links }: { table: Mergeable; links: readonly Link[] },
  ids: readonly number[],
): Promise<Map<number, Problem>> {
  const of = links.map(([name, column]) =>
    sql`select ${sql.ref(column)} as id from ${sql.table(name)}
      where company_id = ${companyId} and ${sql.ref(column)} = any (${[...ids]}::integer[])
        and deleted_at is null`
  );
  const merged = sql`select merged_into_id from ${sql.table(table)}
    where company_id = ${companyId} and merged_into_id = any (${[...ids]}::integer[])`;
  const { rows } = await sql<{ id: number }>`${sql.join([...of, merged], sql` union `)}`
    .execute(db);
  return new Map(rows.map(({ id }) => [id, problem("in_use")]));
}
