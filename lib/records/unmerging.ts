import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { problem } from "@/lib/input/errors.ts";
import {
  keyOf,
  type Link,
  type Mergeable,
  mergedValues,
  type Moved,
} from "@/lib/records/merging.ts";
import { type NounName, nouns, type TableOf } from "@/lib/records/nouns.ts";
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
  merge: KeptMerge;
  /** Merges from the record to the live one that holds its moved rows. */
  chain: Step<T>[];
  holder: number;
  moved: Moved;
}

type Row<T extends Mergeable> = Selectable<Schema[T]> & Merged;

interface Step<T extends Mergeable> {
  row: Row<T>;
  /** The merge by which it went on to the next; none for the live one. */
  onward?: KeptMerge;
}

interface KeptMerge {
  id: number;
  moved: Moved;
  filled: Changes;
}

interface Merged {
  id: number;
  merged_into_id: number | null;
}

/**
 * Locks the merged record before its target, as links do, after `lockMerges`.
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
  const rows: Row<T>[] = [];
  for (let next: number | null = merged_into_id; next !== null;) {
    const row: Row<T> = await lockAny(trx, table, actor, next);
    rows.push(row);
    next = row.merged_into_id;
  }
  const key = keyOf(table);
  const ids = [id, ...rows.map((row) => row.id)];
  const merges = await trx.selectFrom("merges").select(["id", `${key} as of`, "moved", "filled"])
    .where("company_id", "=", actor.companyId).where(key, "in", ids).execute();
  const mergeOf = (of: number) => merges.find((one) => one.of === of) as KeptMerge | undefined;
  const merge = mergeOf(id) ?? { id: 0, moved: {}, filled: {} };
  return {
    table,
    from: id,
    merge,
    chain: rows.map((row) => ({ row, onward: mergeOf(row.id) })),
    holder: rows.at(-1)!.id,
    moved: merge.moved,
  };
}

async function lockAny<T extends Mergeable>(
  trx: Trx,
  table: T,
  { companyId }: Tenant,
  id: number,
): Promise<Row<T>> {
  // deno-lint-ignore no-explicit-any
  return await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * Takes filled fields back, and the record out of the trash. A field passed on by a later merge
 * comes back too. @param joined texts of both: where a later merge joined more, they stay
 * @returns the live record's changes, and filled fields that were changed since
 */
export async function takeBack<T extends Mergeable>(
  trx: Trx,
  actor: Actor,
  { table, from, merge, chain }: Undone<T>,
  groups: readonly (readonly string[])[],
  joined: readonly string[] = [],
): Promise<{ changes: Changes; keptFields: string[] }> {
  let { filled } = merge;
  let changes: Changes = {};
  const keptFields = new Set<string>();
  // Comes first, to free values that must be unique.
  for (const { row, onward } of chain) {
    const { back, changed } = untouched(row, filled, groups);
    changed.forEach((name) => keptFields.add(name));
    const values = Object.fromEntries(back.map((name) => [name, filled[name]![0]]));
    const done = await changeRecord(trx, table, actor, row, values as object);
    changes = done.changes;
    if (!onward) continue;
    await forgetIdentities(trx, actor, onward, done.row);
    const isJoined = (name: string) =>
      onward.filled[name] !== undefined && !isSame(onward.filled[name], filled[name]);
    back.filter((name) => joined.includes(name) && isJoined(name))
      .forEach((name) => keptFields.add(name));
    filled = Object.fromEntries(
      back.filter((name) => isSame(onward.filled[name], filled[name]))
        .map((name) => [name, filled[name]!]),
    );
    await forgetFilled(trx, actor, onward, Object.keys(filled));
  }
  await translated(() =>
    trx.updateTable(table as Mergeable).set({
      deleted_at: null,
      merged_into_id: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: actor.userId,
    }).where("company_id", "=", actor.companyId).where("id", "=", from).execute()
  );
  return { changes, keptFields: [...keptFields] };
}

function untouched(
  row: object,
  filled: Changes,
  groups: readonly (readonly string[])[],
): { back: string[]; changed: string[] } {
  const now = row as Record<string, unknown>;
  const isUntouched = (name: string) => !filled[name] || isSame(plain(now[name]), filled[name][1]);
  const goesBack = (name: string) =>
    (groups.find((group) => group.includes(name)) ?? [name]).every(isUntouched);
  const names = Object.keys(filled);
  return {
    back: names.filter(goesBack),
    changed: names.filter((name) => !goesBack(name)),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function forgetIdentities(
  trx: Trx,
  { companyId }: Tenant,
  merge: KeptMerge,
  row: object,
): Promise<void> {
  const { email_norm, phone_e164, channel, channel_contact_id, organization } = row as Partial<
    Selectable<Schema[TableOf<"contact">]>
  >;
  const { tax_id } = row as Partial<Selectable<Schema[TableOf<"client">]>>;
  const identities = [
    ["email", email_norm],
    ["phone", phone_e164],
    [
      `${channel}_id`,
      channel_contact_id,
    ],
    ["organization", organization],
    ["tax_id", tax_id?.toUpperCase()],
  ];
  await sql`
    delete from identities i where i.company_id = ${companyId} and i.merge_id = ${merge.id}
      and i.kind <> 'account_id' and not ${isLearnt(sql.raw("i"))} and not exists (
        select from unnest(${identities.map(([kind]) => kind)}::text[],
          ${identities.map(([, value]) => value ?? null)}::text[]) k (kind, value)
        where k.kind = i.kind and k.value = i.value)`.execute(trx);
}

/** An id of WhatsApp that an account told, as its own identity beside it says. */
function isLearnt(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${row}.kind = 'whatsapp_id' and exists (
    select from identities k where k.company_id = ${row}.company_id and k.kind = 'account_id'
      and k.merge_id = ${row}.merge_id and right(k.value, length(${row}.value) + 1) = ':' || ${row}.value))`;
}

async function forgetFilled(trx: Trx, actor: Actor, merge: KeptMerge, names: string[]) {
  if (names.length === 0) return;
  const remaining = Object.entries(merge.filled).filter(([name]) => !names.includes(name));
  await trx.updateTable("merges").set({ filled: JSON.stringify(Object.fromEntries(remaining)) })
    .where("company_id", "=", actor.companyId).where("id", "=", merge.id).execute();
}

/** Ends an unmerge: identities return, and the merge is forgotten. */
export async function endMerge(
  trx: Trx,
  tenant: Tenant,
  undone: Undone<Mergeable>,
  returned: Moved,
): Promise<void> {
  const { companyId } = tenant;
  const { table, from, merge, chain } = undone;
  const identities = await moveBack(trx, tenant, undone, [["identities", keyOf(table)]]);
  const all = { ...returned, ...identities };
  for (const { onward } of chain) {
    if (!onward) continue;
    const moved = Object.entries(onward.moved).map(([name, ids]) => {
      const back = new Set(all[name]);
      return [name, ids.filter((id) => !back.has(id))] as const;
    });
    await trx.updateTable("merges")
      .set({ moved: JSON.stringify(Object.fromEntries(moved)) })
      .where("company_id", "=", companyId).where("id", "=", onward.id).execute();
  }
  await trx.updateTable("identities").set({
    // An account's id of a person stands in no column of the record.
    source: sql`case when kind = 'account_id' or ${
      isLearnt(sql.raw("identities"))
    } then 'channel' else 'record' end`,
    merge_id: null,
  })
    .where("company_id", "=", companyId).where("merge_id", "=", merge.id)
    .where(keyOf(table), "=", from).execute();
  await trx.deleteFrom("identities").where("company_id", "=", companyId)
    .where(keyOf(table), "=", from).where("kind", "=", mergedValues[table].kind)
    .where("source", "=", "record").execute();
  await trx.deleteFrom("merges")
    .where("company_id", "=", companyId).where("id", "=", merge.id).execute();
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

export function summaryOf(moved: Moved, returned: Moved, kinds: Record<string, string> = {}) {
  const typeOf = (name: string) => {
    const table = name.split(".")[0]!;
    return (Object.keys(nouns) as NounName[]).find((noun) => nouns[noun].table === table) ??
      kinds[table];
  };
  const names = new Set([...Object.keys(moved), ...Object.keys(returned)]);
  const counted = [...names].filter((name) => typeOf(name) !== undefined);
  const listed = counted.map((name) => {
    const back = new Set(returned[name] ?? []);
    return {
      type: typeOf(name)!,
      count: back.size,
      ids: (moved[name] ?? []).filter((id) => !back.has(id)),
    };
  });
  return {
    returned: listed.filter(({ count }) => count > 0).map(({ type, count }) => ({ type, count })),
    stayed: listed.filter(({ ids }) => ids.length > 0).map(({ type, ids }) => ({ type, ids })),
  };
}
