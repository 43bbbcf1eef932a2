import { type RawBuilder, sql } from "kysely";
import { asOneRow, hasKey, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { TableOf } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Cards are ordered by numbers with gaps between them; ties go by id. */

export const stride = 1000;
export const smallestGap = 0.002;

export type Column =
  | { table: TableOf<"opportunity">; companyId: number; status: "open"; stage_id: number }
  | { table: TableOf<"task">; companyId: number; status: string };

interface Neighbours {
  before_id?: number;
  after_id?: number;
}

/** A position between two others (null: none on that side); null if there is no room. */
export function between(above: number | null, below: number | null): number | null {
  if (above === null) return below === null ? 0 : below - stride;
  if (below === null) return above + stride;
  return below - above < smallestGap ? null : (above + below) / 2;
}

/**
 * Positions a card beside a neighbour, or on top if none is left; callers hold the column's lock.
 * @throws Problem validation_failed (the card itself, or not the company's)
 */
export async function choosePosition(
  trx: Trx,
  column: Column,
  id: number,
  neighbours: Neighbours = {},
): Promise<number> {
  await checkNeighbours(trx, column, id, neighbours);
  const position = await roomFor(trx, column, id, neighbours);
  if (position !== null) return position;
  await renumber(trx, column);
  return (await roomFor(trx, column, id, neighbours))!;
}

export async function placesOnTop(trx: Trx, column: Column, count: number): Promise<number[]> {
  const top = await topOf(trx, column, 0) ?? count * stride;
  return Array.from({ length: count }, (_, at) => top - (count - at) * stride);
}

/** Locks the company's task columns, which have no row to lock, until the transaction ends. */
export async function lockTaskColumns(trx: Trx, { companyId }: Tenant) {
  await sql`select pg_advisory_xact_lock(hashtext('task columns'), ${companyId})`.execute(trx);
}

/** Moving within a column is no change of the record, so its version stays. */
export async function setPosition(trx: Trx, column: Column, id: number, position: number) {
  await sql`update ${sql.table(column.table)} set position = ${position}
    where company_id = ${column.companyId} and id = ${id}`.execute(trx);
}

async function roomFor(trx: Trx, column: Column, id: number, { before_id, after_id }: Neighbours) {
  const gap = (after_id && await gapAfter(trx, column, id, after_id)) ||
    (before_id && await gapBefore(trx, column, id, before_id)) ||
    { above: null, below: await topOf(trx, column, id) };
  return between(gap.above, gap.below);
}

interface Gap {
  above: number | null;
  below: number | null;
}

async function gapAfter(trx: Trx, column: Column, id: number, neighbour: number) {
  const { rows } = await sql<Gap>`
    select a.position as above, (
      select t.position from ${sql.table(column.table)} t
      where ${within("t", column)} and t.id <> ${id} and (t.position, t.id) > (a.position, a.id)
      order by t.position, t.id limit 1) as below
    from ${neighbourOf(column, neighbour)} a where ${within("a", column)}`.execute(trx);
  return rows[0];
}

async function gapBefore(trx: Trx, column: Column, id: number, neighbour: number) {
  const { rows } = await sql<Gap>`
    select a.position as below, (
      select t.position from ${sql.table(column.table)} t
      where ${within("t", column)} and t.id <> ${id} and (t.position, t.id) < (a.position, a.id)
      order by t.position desc, t.id desc limit 1) as above
    from ${neighbourOf(column, neighbour)} a where ${within("a", column)}`.execute(trx);
  return rows[0];
}

function neighbourOf({ table, companyId }: Column, id: number): RawBuilder<unknown> {
  return lookUp(
    sql`select * from ${sql.table(table)} where company_id = ${companyId} and id = ${id}`,
  );
}

async function topOf(trx: Trx, column: Column, id: number): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    select t.position from ${sql.table(column.table)} t
    where ${within("t", column)} and t.id <> ${id} order by t.position, t.id limit 1`.execute(trx);
  return rows[0]?.position ?? null;
}

async function renumber(trx: Trx, column: Column) {
  await sql`
    update ${sql.table(column.table)} c set position = n.at * ${stride}::int
    from ${
    asOneRow(sql`unnest(array(
      select t.id from ${sql.table(column.table)} t where ${within("t", column)}
      order by t.position, t.id))`)
  } n (id, at)
    where c.company_id = ${column.companyId} and ${hasKey(["c.id"], ["n.id"])}`.execute(trx);
}

function within(alias: string, column: Column): RawBuilder<boolean> {
  const at = (name: string) => sql.ref(`${alias}.${name}`);
  const stage = "stage_id" in column ? sql`and ${at("stage_id")} = ${column.stage_id}` : sql``;
  return sql<boolean>`${at("company_id")} = ${column.companyId} and ${at("deleted_at")} is null
    and ${at("status")} = ${column.status} ${stage}`;
}

async function checkNeighbours(trx: Trx, column: Column, id: number, neighbours: Neighbours) {
  const entries = Object.entries(neighbours).filter(([, other]) => other !== undefined);
  if (entries.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(column.table)} where company_id = ${column.companyId}
      and id in (${sql.join(entries.map(([, other]) => other))})`.execute(trx);
  const wrong = entries.filter(([, other]) =>
    other === id || !rows.some((row) => row.id === other)
  );
  if (wrong.length === 0) return;
  throw problem("validation_failed", {
    fields: Object.fromEntries(wrong.map(([name]) => [name, inputWords.notAnotherOfOurs])),
  });
}
