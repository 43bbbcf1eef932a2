import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { nouns, type TableOf } from "@/lib/records/nouns.ts";
import { type Actor, type Changes, differences, missing } from "@/lib/records/records.ts";
import type { MergeSeen } from "@/lib/records/merge.ts";
import { problem } from "@/lib/input/errors.ts";
import { distinctTags } from "@/lib/input/tags.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

export type Mergeable = TableOf<"contact" | "client">;

interface Pair {
  from: number;
  into: number;
}

export type Link = readonly [table: keyof Schema, column: string];

const maxTags = 20;

/** Merges and unmerges of a company take turns: chains of them have no common order of locks. */
export async function lockMerges(trx: Trx, { companyId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('merges'), ${companyId})`.execute(trx);
}

/**
 * Locks two live records, the lower id first, after `lockMerges`. Inserts that refer to them go on;
 * `moveLinks` finds those.
 * @throws Problem not_found (the one that goes), validation_failed (`into_id`), version_conflict
 */
export async function lockPair<T extends Mergeable>(
  trx: Trx,
  table: T,
  { companyId }: Actor,
  { id, intoId, version, into_version }: MergeSeen & { id: number; intoId: number },
): Promise<{ from: Selectable<Schema[T]>; into: Selectable<Schema[T]> }> {
  // deno-lint-ignore no-explicit-any
  const rows = await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "in", [id, intoId])
    .orderBy("id").forNoKeyUpdate().execute();
  const of = (wanted: number) =>
    rows.find((row: { id: number; deleted_at: Date | null }) =>
      row.id === wanted && row.deleted_at === null
    );
  const [from, into] = [of(id), of(intoId)];
  if (!from) throw await missing(trx, table, { companyId }, id);
  if (id === intoId) throw wrongTarget(inputWords.sameRecord);
  if (!into) throw wrongTarget(inputWords.notOurs);
  if (
    (version ?? from.version) !== from.version || (into_version ?? into.version) !== into.version
  ) {
    const details = { current: from.version, into_current: into.version };
    throw problem("version_conflict", { details });
  }
  return { from, into };
}

export function blanksFilled<Row extends object, Field extends keyof Row>(
  into: Row,
  from: Pick<Row, Field>,
  fields: readonly Field[],
): Partial<Pick<Row, Field>> {
  const filled = fields.filter((name) => into[name] === null && from[name] !== null)
    .map((name) => [name, from[name]]);
  return Object.fromEntries(filled) as Partial<Pick<Row, Field>>;
}

/** Values of each group of columns whose first one is missing here and present there. */
export function groupsFilled<Row extends object, Field extends keyof Row>(
  into: Row,
  from: Row,
  groups: readonly (readonly [Field, ...Field[]])[],
): Partial<Pick<Row, Field>> {
  const filled = groups.filter(([first]) => into[first] === null && from[first] !== null).flat();
  return Object.fromEntries(filled.map((name) => [name, from[name]])) as Partial<Pick<Row, Field>>;
}

export function allTags(into: string[], from: string[]): string[] {
  return distinctTags([...into, ...from]).slice(0, Math.max(maxTags, into.length));
}

/** Values that differ: the other's, then the one that stays. */
export function overruled<Row extends object, Field extends keyof Row & string>(
  into: Pick<Row, Field>,
  from: Pick<Row, Field>,
  fields: readonly Field[],
): Changes {
  const both = fields.filter((name) => into[name] !== null && from[name] !== null);
  return differences(from, Object.fromEntries(both.map((name) => [name, into[name]])));
}

export type Moved = Record<string, number[]>;

/** Moves links in two rounds: another transaction may have added rows since the first. */
export async function moveLinks(
  trx: Trx,
  { companyId }: Tenant,
  links: readonly Link[],
  { from, into }: Pair,
): Promise<Moved> {
  const moved: Moved = {};
  for (const [table, column] of [...links, ...links]) {
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set ${sql.ref(column)} = ${into}
      where company_id = ${companyId} and ${sql.ref(column)} = ${from} returning id`.execute(trx);
    if (rows.length > 0) (moved[`${table}.${column}`] ??= []).push(...rows.map(({ id }) => id));
  }
  return moved;
}

/** Values that identify a merged record besides its addresses; no live record has them. */
export const mergedValues = {
  clients: { kind: "tax_id", value: "upper(tax_id)" },
  contacts: { kind: "organization", value: "organization" },
} as const;

/** Keeps what an undo needs, and moves the record's identities. Comes last. */
export async function keepMerge(
  trx: Trx,
  table: Mergeable,
  actor: Actor,
  { from, into }: Pair,
  { moved, filled }: { moved: Moved; filled: Changes },
): Promise<void> {
  const key = keyOf(table);
  const { id } = await trx.insertInto("merges").values({
    company_id: actor.companyId,
    created_by: actor.userId,
    [key]: from,
    moved: JSON.stringify(moved),
    filled: JSON.stringify(filled),
  }).returning("id").executeTakeFirstOrThrow();
  const { kind, value } = mergedValues[table];
  await sql`
    insert into identities (company_id, ${sql.ref(key)}, kind, value)
    select company_id, id, ${kind}, ${sql.raw(value)} from ${sql.table(table)}
    where company_id = ${actor.companyId} and id = ${from} and ${sql.raw(value)} <> ''`
    .execute(trx);
  await sql`
    with known as (
      update identities set ${sql.ref(key)} = ${into}, source = 'merge',
        merge_id = case source when 'merge' then merge_id else ${id} end
      where company_id = ${actor.companyId} and ${sql.ref(key)} = ${from} returning id
    )
    update merges set moved = moved || jsonb_build_object(${identitiesOf(table)}::text,
      (select coalesce(jsonb_agg(id order by id), '[]') from known))
    where company_id = ${actor.companyId} and id = ${id}`.execute(trx);
}

function identitiesOf(table: Mergeable): string {
  return `identities.${keyOf(table)}`;
}

export async function trashMerged(
  trx: Trx,
  table: Mergeable,
  actor: Actor,
  { from, into }: Pair,
): Promise<void> {
  await trx.updateTable(table).set({
    deleted_at: sql`now()`,
    merged_into_id: into,
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: actor.userId,
  }).where("company_id", "=", actor.companyId).where("id", "=", from).execute();
}

/** @throws Problem invalid_transition (only an unmerge brings a merged record back) */
export async function refuseIfMerged(
  trx: Trx,
  table: Mergeable,
  { companyId }: Tenant,
  id: number,
): Promise<void> {
  const { details } = (await missing(trx, table, { companyId }, id)).extras;
  if (details) {
    throw problem("invalid_transition", { details: { allowed: ["unmerge"], ...details } });
  }
}

export function keyOf(table: Mergeable) {
  return table === nouns.client.table ? nouns.client.key : nouns.contact.key;
}

function wrongTarget(text: Text) {
  return problem("validation_failed", { fields: { into_id: text } });
}
