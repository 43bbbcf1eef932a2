/**
 * The two shapes of statements that find many rows by their keys. Postgres plans by what it
 * believes about a table, which may be old: it then takes any index that begins with the company,
 * or the whole table, and compares every row with every key. These two leave it one way, the look-up
 * of each key by its index.
 */
import { type RawBuilder, sql } from "kysely";

/** Type of a key's column. */
type KeyType =
  | "uuid"
  | "text"
  | "int"
  | "bigint"
  | "boolean"
  | "float8"
  | "timestamptz"
  | "json"
  | "jsonb";

/**
 * Rows of keys, and of values that go with them, to be joined to the tables that have them.
 * @param columns names in the rows, with the types that they have in the statement
 */
export function keyRows(
  rows: readonly object[],
  columns: Record<string, KeyType>,
): RawBuilder<unknown> {
  const typed = Object.entries(columns).map(([name, type]) =>
    sql`${sql.ref(name)} ${sql.raw(type)}`
  );
  return asOneRow(sql`rows from (
    json_to_recordset(${JSON.stringify(rows)}::json) as (${sql.join(typed)}))`);
}

/**
 * What a function gives, of which Postgres believes that it is one row, as of a range of numbers that
 * it knows nothing about it takes one in 200. Looking each up is then cheaper than all else.
 */
export function asOneRow(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from ${rows} with ordinality where ordinality between 1 and 1000000000 offset 0)`;
}

/**
 * A select for each of the rows before it in `from`, which stays a look-up of its own: `offset 0`
 * keeps Postgres from joining it another way. It names key columns alone, so that no other index
 * fits; what else has to hold is asked outside of it. With `for update` it locks in their order.
 */
export function lookUp(select: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (${select} offset 0)`;
}

/** Rows of one key each, `id`, in their order. */
export function idRows(
  ids: readonly (string | number)[],
  type: "uuid" | "int" = "uuid",
): RawBuilder<unknown> {
  const sorted = [...new Set(ids)].sort((a, b) => a < b ? -1 : 1);
  return keyRows(sorted.map((id) => ({ id })), { id: type });
}

/**
 * Condition that a row has the key of another, by which Postgres can only look it up: `any` keeps it
 * from hashing or sorting both sides, and the last two columns are also compared as a row, which no
 * index but the key's own can.
 */
export function hasKey(
  columns: readonly string[],
  values: readonly string[],
): RawBuilder<boolean> {
  const [own, wanted] = [columns, values].map((names) => names.map((name) => sql.ref(name)));
  const equal = (at: number) => sql`${own![at]!} = any (array[${wanted![at]!}])`;
  if (columns.length === 1) return sql<boolean>`${equal(0)}`;
  const [left, right] = [own!, wanted!].map((refs) => sql.join(refs.slice(-2)));
  return sql<boolean>`${sql.join(columns.slice(0, -1).map((_, at) => equal(at)), sql` and `)}
    and (${left}) >= (${right}) and (${left}) <= (${right})`;
}
