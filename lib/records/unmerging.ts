import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { problem } from "@/lib/input/errors.ts";
import { keyOf, type Link, type Mergeable, type Moved } from "@/lib/records/merging.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import {
  type Actor,
  changeRecord,
  type Changes,
  lockRecord,
  plain,
  translated,
} from "@/lib/records/records.ts";

export interface Undone<T extends Mergeable> {
  table: T;
  from: number;
  into: Selectable<Schema[T]> & { id: number };
  /** Where the moved rows are now: `into`, or what it was merged into since. */
  holder: number;
  moved: Moved;
  filled: Changes;
}

/**
 * Locks the merged record before its target, as link checks do, to avoid deadlocks.
 * @throws Problem not_found, invalid_transition (it is not merged)
 */
export async function lockMerged<T extends Mergeable>(
  trx: Trx,
  table: T,
  actor: Actor,
  id: number,
): Promise<Undone<T>> {
  const { merged_into_id } = await lockRecord(trx, table, actor, id, { trashed: true }) as Merged;
  if (merged_into_id === null) {
    throw problem("invalid_transition", { details: { allowed: ["restore"] } });
  }
  const into = await lockAny(trx, table, actor, merged_into_id);
  let holder: Merged = into;
  while (holder.merged_into_id !== null) {
    holder = await lockAny(trx, table, actor, holder.merged_into_id);
  }
  const kept = await trx.selectFrom("merges").select(["moved", "filled"])
    .where("company_id", "=", actor.companyId).where(keyOf(table), "=", id).executeTakeFirst();
  return {
    table,
    from: id,
    into,
    holder: holder.id,
    moved: (kept?.moved ?? {}) as Moved,
    filled: (kept?.filled ?? {}) as Changes,
  };
}

interface Merged {
  id: number;
  merged_into_id: number | null;
}

async function lockAny<T extends Mergeable>(
  trx: Trx,
  table: T,
  { companyId }: Tenant,
  id: number,
): Promise<Selectable<Schema[T]> & Merged> {
  // deno-lint-ignore no-explicit-any
  return await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * Takes the filled fields back (dependent fields together) and the record out of the trash.
 * @returns the target's changes, and the filled fields that somebody changed since
 * @throws Problem duplicate (a unique value has been taken since)
 */
export async function takeBack<T extends Mergeable>(
  trx: Trx,
  actor: Actor,
  { table, from, into, filled }: Undone<T>,
  groups: readonly (readonly string[])[],
): Promise<{ changes: Changes; keptFields: string[] }> {
  const now = into as Record<string, unknown>;
  const isUntouched = (name: string) =>
    !filled[name] || JSON.stringify(plain(now[name])) === JSON.stringify(filled[name][1]);
  const goesBack = (name: string) =>
    (groups.find((group) => group.includes(name)) ?? [name]).every(isUntouched);
  const [back, kept] = [true, false].map((wanted) =>
    Object.keys(filled).filter((name) => goesBack(name) === wanted)
  ) as [string[], string[]];
  const values = Object.fromEntries(back.map((name) => [name, filled[name]![0]]));
  // Comes first, to free values that must be unique.
  const { changes } = await changeRecord(trx, table, actor, into, values as object);
  await translated(() =>
    trx.updateTable(table as Mergeable).set({
      deleted_at: null,
      merged_into_id: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: actor.userId,
    }).where("company_id", "=", actor.companyId).where("id", "=", from).execute()
  );
  await trx.deleteFrom("merges")
    .where("company_id", "=", actor.companyId).where(keyOf(table), "=", from).execute();
  return { changes, keptFields: kept };
}

/** Skips rows moved since. `links` are in a merge's lock order; `isFree` is a condition on `t`. */
export async function moveBack(
  trx: Trx,
  { companyId }: Tenant,
  undone: Pick<Undone<Mergeable>, "from" | "holder" | "moved">,
  links: readonly Link[],
  isFree: (link: Link) => RawBuilder<boolean> = () => sql`true`,
): Promise<Moved> {
  const { from, holder, moved } = undone;
  const returned: Moved = {};
  for (const link of links) {
    const [table, column] = link;
    const name = `${table}.${column}`;
    if (!moved[name]) continue;
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} t set ${sql.ref(column)} = ${from}
      where t.company_id = ${companyId} and t.id = any(${moved[name]})
        and ${sql.ref(`t.${column}`)} = ${holder} and ${isFree(link)}
      returning t.id`.execute(trx);
    returned[name] = rows.map(({ id }) => id);
  }
  return returned;
}

/** Activities are not counted; `kinds` names tables that have no noun. */
export function summaryOf(moved: Moved, returned: Moved, kinds: Record<string, string> = {}) {
  const typeOf = (name: string) => {
    const table = name.split(".")[0]!;
    return (Object.keys(nouns) as NounName[]).find((noun) => nouns[noun].table === table) ??
      kinds[table];
  };
  const counted = Object.keys(moved).filter((name) => typeOf(name) !== undefined);
  const listed = counted.map((name) => {
    const back = new Set(returned[name] ?? []);
    return {
      type: typeOf(name)!,
      count: back.size,
      ids: moved[name]!.filter((id) => !back.has(id)),
    };
  });
  return {
    returned: listed.filter(({ count }) => count > 0).map(({ type, count }) => ({ type, count })),
    stayed: listed.filter(({ ids }) => ids.length > 0).map(({ type, ids }) => ({ type, ids })),
  };
}
