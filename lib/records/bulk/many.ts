import { type RawBuilder, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { asOneRow, hasKey, idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { activityOf, announceActivities, type Happening } from "@/lib/records/activities.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounName, nouns } from "@/lib/records/nouns.ts";
import { type Actor, translated } from "@/lib/records/records.ts";

export interface LockedRow {
  id: number;
  version: number;
  name: string | null;
  // deno-lint-ignore no-explicit-any -- the columns that the noun asked for
  was: Record<string, any>;
}

/** Locks the live records among `ids`, or those in the trash too, by ascending id. */
export async function lockMany(
  trx: Trx,
  noun: NounName,
  { companyId }: Tenant,
  { ids, columns, trashed = false }: {
    ids: readonly number[];
    columns: readonly string[];
    trashed?: boolean;
  },
): Promise<LockedRow[]> {
  const values = [...columns, "deleted_at"].map((name) =>
    sql`${sql.lit(name)}, ${sql.ref(`t.${name}`)}`
  );
  const { rows } = await sql<LockedRow>`
    select t.id, t.version, ${labelOf(noun, "t")} as name,
      jsonb_build_object(${sql.join(values)}) as was
    from ${idRows(ids, "int")} k cross join ${
    lookUp(sql`select * from ${sql.table(nouns[noun].table)}
      where company_id = ${companyId} and id = k.id for update`)
  } t
    where ${trashed ? sql`true` : sql`t.deleted_at is null`}
    order by t.id`.execute(trx);
  return rows;
}

export interface UpdatedRow {
  version: number;
  now: Record<string, unknown>;
}

/** Sets the same columns to each record's values. @throws Problem duplicate, validation_failed */
export async function updateMany(
  trx: Trx,
  noun: NounName,
  { companyId, userId }: Actor,
  changes: readonly { id: number; values: Record<string, unknown> }[],
): Promise<Map<number, UpdatedRow>> {
  const table = sql.table(nouns[noun].table);
  const columns = Object.keys(changes[0]?.values ?? {});
  if (columns.length === 0) return new Map();
  const set = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`);
  const returned = columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`t.${name}`)}`);
  const rows = JSON.stringify(changes.map(({ id, values }) => ({ id, ...values })));
  const changed = await translated(() =>
    sql<UpdatedRow & { id: number }>`
      update ${table} t set ${sql.join(set)},
        version = t.version + 1, updated_at = now(), updated_by = ${userId}::int
      from ${asOneRow(sql`jsonb_populate_recordset(${nullRow(table)}, ${rows}::jsonb)`)} n
      where t.company_id = ${companyId} and ${hasKey(["t.id"], ["n.id"])}
      returning t.id, t.version, jsonb_build_object(${sql.join(returned)}) as now`.execute(trx)
  );
  return new Map(changed.rows.map(({ id, ...row }) => [id, row]));
}

/** Like `recordActivities`, for records of one noun; without changes of bookkeeping alone. */
export async function recordMany(
  trx: Trx,
  noun: NounName,
  actor: Actor,
  happenings: readonly Happening[],
): Promise<void> {
  const rows = happenings.map((happening) => activityOf(actor, happening))
    .filter(({ verb, changes }) => verb !== "changed" || Object.keys(changes).length > 0);
  if (rows.length === 0) return;
  const columns = sql.join([
    ...["company_id", "verb", "changes", "actor_id", "actor_kind"].map((name) => sql.ref(name)),
    ...["timeline_client_id", nouns[noun].key!].map((name) => sql.ref(name)),
  ]);
  await sql`
    insert into activities (${columns})
    select ${columns}
    from jsonb_populate_recordset(${nullRow(sql.table("activities"))},
      ${JSON.stringify(rows)}::jsonb)`.execute(trx);
  announceActivities(trx, actor);
}

function nullRow(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`null::${table}`;
}
