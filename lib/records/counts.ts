import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { foldRows } from "@/lib/db/fold.ts";
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

/** Folds the kinds of which many rows are new. */
export async function foldCounts(db: Db): Promise<void> {
  const group = ["company_id", "kind"];
  const key = [...group, "status", "assignee_id", "facet"];
  await asWorker(
    db,
    (trx) => foldRows(trx, { table: "record_counts", group, key, sums: ["n"], newRows: 100 }),
  );
}
