import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { Columns, Planned } from "./book.ts";

/** Rows per statement. */
const perStatement = 500;

/**
 * Inserts rows of one company; missing columns get their default. The rows are sent as one JSON
 * text, which is several times faster than a parameter for each value.
 * @returns the ids, in order, of tables that have them
 */
export async function insertRows<T extends keyof Schema>(
  trx: Trx,
  table: T,
  companyId: number,
  rows: readonly object[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += perStatement) {
    const part = rows.slice(from, from + perStatement)
      .map((row) => ({ company_id: companyId, ...row }));
    const columns = sql.join([...new Set(part.flatMap(Object.keys))].map((name) => sql.ref(name)));
    const result = await sql<{ id?: number }>`
      insert into ${sql.table(table)} as made (${columns})
      select ${columns} from json_populate_recordset(
        null::${sql.table(table)}, ${JSON.stringify(part, readable)}::json)
      returning to_json(made) -> 'id' as id`.execute(trx);
    ids.push(...result.rows.map(({ id }) => Number(id)));
  }
  return ids;
}

/** Inserts planned rows in the given order and sets their ids. */
export async function keep<T extends keyof Schema>(
  trx: Trx,
  table: T,
  companyId: number,
  planned: readonly Planned<T>[],
): Promise<void> {
  const rows = planned.map(({ row, refs }): Columns<T> => ({ ...row, ...refs() }));
  const ids = await insertRows(trx, table, companyId, rows);
  for (const [at, id] of ids.entries()) planned[at]!.id = id;
}

/** Bytes in the form that Postgres reads. */
function readable(_: string, value: unknown): unknown {
  return value instanceof Uint8Array
    ? `\\x${(value as Uint8Array & { toHex(): string }).toHex()}`
    : value;
}
