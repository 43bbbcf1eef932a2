import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";

interface Kept {
  table: keyof Schema;
  key: readonly string[];
  sums: readonly string[];
  /** Columns without nulls, whose rows are folded together once more than `newRows` are new. */
  group?: readonly string[];
  newRows?: number;
}

/** Folds rows that were added into one for each key; readers see the rows either before or after. */
export async function foldRows(
  trx: BareTrx,
  { table, key, sums, group = key, newRows = 0 }: Kept,
): Promise<void> {
  const names = (of: readonly string[], row = "") =>
    sql.join(of.map((name) => sql.ref(row ? `${row}.${name}` : name)));
  const isOfGroup = group.map((name) => sql`c.${sql.ref(name)} = k.${sql.ref(name)}`);
  await sql`
    with fresh as materialized (
      select ${names(group)} from ${sql.table(table)} where not folded
      group by ${names(group)} having count(*) > ${newRows}
    ), gone as (
      delete from ${sql.table(table)} where ctid = any (array(
        select one.ctid from fresh k cross join lateral (
          select c.ctid from ${sql.table(table)} c where ${sql.join(isOfGroup, sql` and `)}
          offset 0) one))
      returning ${names([...key, ...sums])}
    )
    insert into ${sql.table(table)} (${names([...key, ...sums])}, folded)
    select ${names(key)}, ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))}, true
    from gone group by ${names(key)}
    having ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)}) <> 0`), sql` or `)}`
    .execute(trx);
}
