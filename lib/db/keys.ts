/** Shapes of statements that find many rows by keys, whatever Postgres believes (decision 55). */
import { type RawBuilder, sql } from "kysely";

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

/** Rows of keys and of values that go with them, with the types of their columns. */
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

/** A function's rows: of a range that it knows nothing about, Postgres expects one in 200. */
export function asOneRow(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from ${rows} with ordinality where ordinality between 1 and 1000000000 offset 0)`;
}

/** Look-ups for the rows before it, by key columns alone, so that no other index fits. */
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

/** That a row has a key, as a condition that can be looked up, but neither hashed nor merged. */
export function hasKey(
  columns: readonly string[],
  values: readonly string[],
): RawBuilder<boolean> {
  const [own, wanted] = [columns, values].map((names) => names.map((name) => sql.ref(name)));
  const equal = (at: number) => sql`${own![at]!} = any (array[${wanted![at]!}])`;
  if (columns.length === 1) return sql<boolean>`${equal(0)}`;
  const [ownRow, wantedRow] = [own!, wanted!].map((refs) => sql.join(refs.slice(-2)));
  return sql<boolean>`${sql.join(columns.slice(0, -1).map((_, at) => equal(at)), sql` and `)}
    and (${ownRow}) >= (${wantedRow}) and (${ownRow}) <= (${wantedRow})`;
}

/** A company's rows, believed to be few: an order among them takes the index of both. */
export function fewOf(companyId: number, column = "company_id"): RawBuilder<boolean> {
  const own = sql.ref(column);
  return sql<boolean>`${own} = ${companyId}::int and ${own} >= (select ${companyId}::int)
    and ${own} <= (select ${companyId}::int)`;
}

/** A company's row by an id with a hash index, which takes an equality and no list. */
export function hasIdOf(companyId: number, row: string, key: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${row}.id`)} = ${sql.ref(key)}
    and ${sql.ref(`${row}.company_id`)} = ${companyId}::int`;
}
