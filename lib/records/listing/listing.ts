import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { narrow, paged, type Reader, type Reading, readPage } from "@/lib/records/lists.ts";

export interface Listing<Row = unknown, Shown = unknown> extends Reading<Row> {
  show(row: Row): Shown;
  /** Records in files, where `show` needs more than the columns of their fields. */
  file?: {
    /** Columns of the rows that make a field, where it is none itself. */
    columns: Record<string, string[]>;
    show?(row: Row): Record<string, unknown>;
  };
}

export async function listRecords<Row, Shown>(
  db: Db,
  reader: Reader,
  query: ListQuery,
  listing: Listing<Row, Shown>,
) {
  const { rows, meta } = await readPage(db, reader, query, listing);
  return { records: rows.map((row) => listing.show(row)), meta };
}

// deno-lint-ignore no-explicit-any -- of any tables: the listing knows which
type AnyQuery = SelectQueryBuilder<any, any, any>;

/** The sorted ids of all matching records, ignoring pages; in one text, which is read quickly. */
export async function findIds(
  db: Db,
  reader: Reader,
  query: ListQuery,
  { spec, table, max }: Pick<Listing, "spec" | "table"> & { max: number },
): Promise<number[]> {
  const narrowed = narrow(table as AnyQuery, spec, query, reader, "hashed");
  const sorted = paged(narrowed, { ...query, page: 1, per_page: max })
    .select(sql.ref("t.id").as("id"));
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',') as ids from (${sorted}) sorted`.execute(db);
  const ids = rows[0]!.ids;
  return ids === null ? [] : ids.split(",").map(Number);
}

export async function countIds(
  reader: Reader,
  query: ListQuery,
  { spec, table }: Pick<Listing, "spec" | "table">,
): Promise<number> {
  const narrowed = narrow(table as AnyQuery, spec, query, reader, "hashed");
  const { total } = await narrowed.select(sql<number>`count(*)`.as("total"))
    .$castTo<{ total: number }>().executeTakeFirstOrThrow();
  return total;
}

/** Sums over all matching records, ignoring pages; 0 where there are none. */
export async function sumRecords<Name extends string>(
  reader: Reader,
  query: ListQuery,
  { spec, table }: Pick<Listing, "spec" | "table">,
  sums: Record<Name, RawBuilder<number>>,
): Promise<Record<Name, number>> {
  const narrowed = narrow(table as AnyQuery, spec, query, reader, "hashed");
  const named = Object.entries<RawBuilder<number>>(sums)
    .map(([name, sum]) => sql<number>`coalesce(${sum}, 0)`.as(name));
  return await narrowed.select(named).$castTo<Record<Name, number>>().executeTakeFirstOrThrow();
}

/**
 * The records in the order of their ids, with these columns alone: Postgres leaves out the joins
 * that no other needs. `offset 0` keeps each record a look-up, whatever the planner believes.
 */
export async function readByIds<Row>(
  db: Db,
  { companyId }: Reader,
  { ids, columns }: { ids: number[]; columns: string[] },
  { rows }: Pick<Listing<Row>, "rows">,
): Promise<Row[]> {
  const one = (rows as AnyQuery).where(sql<boolean>`t.company_id = ${companyId}`)
    .where(sql<boolean>`t.id = asked.id`).offset(sql.lit(0));
  const { rows: records } = await sql<Row>`
    select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}
    from unnest(${ids}::integer[]) with ordinality asked (id, at) cross join lateral ${one} r
    order by asked.at`.execute(db);
  return records;
}
