import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { TableOf } from "@/lib/records/nouns.ts";
import type { Actor } from "@/lib/records/records.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

type Mergeable = TableOf<"contact" | "client">;
/** A column of another table that names the record. */
export type Link = readonly [table: keyof Schema, column: string];

/** Most tags of a record. */
const maxTags = 20;

/**
 * Locks the two live records of a merge, always in the same order: two merges at once must not wait
 * for each other for ever.
 * @throws Problem not_found (the one that goes), validation_failed (`into_id`)
 */
export async function lockPair<T extends Mergeable>(
  trx: Trx,
  table: T,
  { companyId }: Actor,
  id: number,
  intoId: number,
): Promise<{ from: Selectable<Schema[T]>; into: Selectable<Schema[T]> }> {
  // deno-lint-ignore no-explicit-any
  const rows = await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "in", [id, intoId])
    .where("deleted_at", "is", null)
    .orderBy("id").forUpdate().execute();
  const of = (wanted: number) => rows.find((row: { id: number }) => row.id === wanted);
  const [from, into] = [of(id), of(intoId)];
  if (!from) throw problem("not_found");
  if (id === intoId) throw wrongTarget(inputWords.sameRecord);
  if (!into) throw wrongTarget(inputWords.notOurs);
  return { from, into };
}

/** The values of `fields` that one record lacks and the other has. */
export function blanksFilled<Row extends object, Field extends keyof Row>(
  into: Row,
  from: Pick<Row, Field>,
  fields: readonly Field[],
): Partial<Pick<Row, Field>> {
  const filled = fields.filter((name) => into[name] === null && from[name] !== null)
    .map((name) => [name, from[name]]);
  return Object.fromEntries(filled) as Partial<Pick<Row, Field>>;
}

/** The values of each group of columns whose first the one record lacks and the other has. */
export function groupsFilled<Row extends object, Field extends keyof Row>(
  into: Row,
  from: Row,
  groups: readonly (readonly [Field, ...Field[]])[],
): Partial<Pick<Row, Field>> {
  const filled = groups.filter(([first]) => into[first] === null && from[first] !== null).flat();
  return Object.fromEntries(filled.map((name) => [name, from[name]])) as Partial<Pick<Row, Field>>;
}

/** The tags of both, as far as there is room. */
export function allTags(into: string[], from: string[]): string[] {
  return [...new Set([...into, ...from])].slice(0, Math.max(maxTags, into.length));
}

/** Lets everything that names the one record name the other. */
export async function moveLinks(
  trx: Trx,
  { companyId }: Tenant,
  links: readonly Link[],
  { from, into }: { from: number; into: number },
): Promise<void> {
  for (const [table, column] of links) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into}
      where company_id = ${companyId} and ${sql.ref(column)} = ${from}`.execute(trx);
  }
}

/** Bins a record that was merged; `merged_into_id` tells where it went. */
export async function trashMerged(
  trx: Trx,
  table: Mergeable,
  actor: Actor,
  { from, into }: { from: number; into: number },
): Promise<void> {
  await trx.updateTable(table).set({
    deleted_at: sql`now()`,
    merged_into_id: into,
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: actor.userId,
  }).where("company_id", "=", actor.companyId).where("id", "=", from).execute();
}

/** One that comes back from the bin is itself again; what was moved stays where it is. */
export async function forgetMerge(trx: Trx, table: Mergeable, actor: Actor, id: number) {
  await trx.updateTable(table).set({ merged_into_id: null })
    .where("company_id", "=", actor.companyId).where("id", "=", id).execute();
}

function wrongTarget(text: Text) {
  return problem("validation_failed", { fields: { into_id: text } });
}
