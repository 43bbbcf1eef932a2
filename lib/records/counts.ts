import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { Assignee, CountedBy, ListQuery, ListSpec } from "@/lib/input/list.ts";
import { isWith } from "@/lib/records/listing/conditions.ts";

/** Triggers keep `record_counts`; its sums equal a count in the snapshot (0007_speed.ts). */

export function asksOnly(query: ListQuery, filters: string[]): boolean {
  const names = new Set(["page", "per_page", "sort", ...filters]);
  return Object.entries(query).every(([name, value]) => value === undefined || names.has(name));
}

interface Total {
  total: number;
}

/** The one row of a list's kept count, where what is asked for is counted. */
export function keptTotal(
  db: Db,
  { counted }: ListSpec,
  query: ListQuery,
  reader: { companyId: number; userId: number },
): RawBuilder<Total> | undefined {
  if (!counted || !asksOnly(query, Object.keys(counted.by))) return undefined;
  if (asksOnly(query, [])) return totalOfKind(counted, reader);
  return sql<Total>`${
    keptCounts(db, counted, query, reader)
      .select(sql<number>`coalesce(sum(n), 0)`.as("total"))
  }`;
}

function totalOfKind({ kind }: CountedBy, { companyId }: { companyId: number }) {
  return sql<Total>`
    /* plan once: count_kind */
    select coalesce(sum(n), 0) as total
    from record_counts where company_id = ${companyId} and kind = ${kind}`;
}

export function keptCounts(
  db: Db,
  { kind, by }: CountedBy,
  query: Partial<ListQuery>,
  { companyId, userId }: { companyId: number; userId: number },
) {
  let counts = db.selectFrom("record_counts")
    .where("company_id", "=", companyId).where("kind", "=", kind);
  for (const [name, column] of Object.entries(by)) {
    const value = query[name];
    if (value === undefined) continue;
    counts = column === "assignee_id"
      ? counts.where(isWith(sql.ref(column), value as Assignee[], { userId }))
      : counts.where(column, "in", value as string[]);
  }
  return counts;
}

const newRows = 100;

/** Folds counts in one statement, so that readers see the rows either before or after. */
export async function foldCounts(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    sql`
    with busy as (
      select company_id, kind from record_counts where not folded
      group by company_id, kind having count(*) > ${newRows}
    ), gone as (
      delete from record_counts c using busy
      where c.company_id = busy.company_id and c.kind = busy.kind
      returning c.company_id, c.kind, c.status, c.assignee_id, c.facet, c.n
    )
    insert into record_counts (company_id, kind, status, assignee_id, facet, n, folded)
    select company_id, kind, status, assignee_id, facet, sum(n), true from gone
    group by 1, 2, 3, 4, 5 having sum(n) <> 0`.execute(trx));
}
