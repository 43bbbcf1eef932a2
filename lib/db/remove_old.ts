import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";

/** Rows that one short transaction removes. */
export const perStep = 1_000;

interface Old {
  table: keyof Schema;
  /** Has an index, by which rows are found: only those that go are read. */
  column: string;
  before: RawBuilder<unknown>;
  /** Of this company alone. */
  companyId?: number;
  /** A further condition. */
  and?: RawBuilder<boolean>;
}

/** That a company `c` has such rows: a look-up by the same index. */
export function hasOld({ table, column, before, and = sql<boolean>`true` }: Old) {
  return sql<boolean>`exists (
    select from ${sql.table(table)} t
    where t.company_id = c.id and ${sql.ref(`t.${column}`)} < ${before} and ${and}
    order by ${sql.ref(`t.${column}`)} offset 0)`;
}

/** Removes the oldest rows, at most `perStep`. @returns whether there may be more */
export async function removeOld(trx: BareTrx, old: Old): Promise<boolean> {
  const { table, column, before, companyId, and = sql<boolean>`true` } = old;
  const owner = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`;
  // The order leaves the planner the column's index alone.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
      where ${owner} and ${sql.ref(column)} < ${before} and ${and}
      order by ${sql.ref(column)} limit ${sql.lit(perStep)}))`.execute(trx);
  return numAffectedRows >= perStep;
}
