import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { nouns, type RecordTable } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

export interface Actor {
  companyId: number;
  /** The member; null for the public and the system. */
  userId: number | null;
}

export interface LocalActor extends Actor {
  timezone: string;
}

type Row<T extends RecordTable> = Selectable<Schema[T]>;
export type Changes = Record<string, [unknown, unknown]>;

export const trashDays = 30;

type NewRow<T extends RecordTable> = Omit<
  Insertable<Schema[T]>,
  "company_id" | "created_by" | "updated_by"
>;

/** @throws Problem duplicate, validation_failed (a link to what the company does not have) */
export async function insertRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  values: NewRow<T>,
): Promise<Row<T>> {
  const [row] = await insertRecords(trx, table, actor, [values]);
  return row!;
}

/** @throws Problem duplicate, validation_failed (a link to what the company does not have) */
export async function insertRecords<T extends RecordTable>(
  trx: Trx,
  table: T,
  { companyId, userId }: Actor,
  values: readonly NewRow<T>[],
): Promise<Row<T>[]> {
  const rows = values.map((one) => ({
    ...one,
    company_id: companyId,
    created_by: userId,
    updated_by: userId,
  }));
  return await translated(async () =>
    // deno-lint-ignore no-explicit-any
    await (trx as any).insertInto(table).values(rows).returningAll().execute()
  );
}

/**
 * Locks a live or trashed record. @param options.find reads it for a conflict's details
 * @throws Problem not_found, version_conflict (`version` is given and stale)
 */
export async function lockRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  { companyId }: Actor,
  id: number,
  { version, trashed = false, find }: {
    version?: number;
    trashed?: boolean;
    find?: () => Promise<unknown>;
  } = {},
): Promise<Row<T>> {
  // deno-lint-ignore no-explicit-any
  const row = await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .$if(
      trashed,
      (query: { where(is: unknown): unknown }) =>
        query.where(sql`deleted_at > now() - make_interval(days => ${sql.lit(trashDays)})`),
    )
    .forUpdate().executeTakeFirst();
  // Asked above, an index of live records alone would look as good as the key.
  if (!row || !trashed && row.deleted_at !== null) {
    throw await missing(trx, table, { companyId }, id);
  }
  if (version !== undefined && version !== row.version) {
    checkVersion(row, version, await find?.());
  }
  return row;
}

/** @throws Problem version_conflict with the current version and status, and `record` if given */
export function checkVersion(
  row: { version: number; status?: unknown },
  version?: number,
  record?: unknown,
): void {
  if (version === undefined || version === row.version) return;
  const { version: current, status } = row;
  throw problem("version_conflict", {
    details: { current, ...(status ? { status } : {}), ...(record ? { record } : {}) },
  });
}

/** The not_found error; for a merged record it names the one that replaced it. */
export async function missing(
  db: Db,
  table: RecordTable,
  { companyId }: Tenant,
  id: number,
): Promise<Problem> {
  if (table !== nouns.client.table && table !== nouns.contact.table) return problem("not_found");
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select merged_into_id as id, 1 as step from ${sql.table(table)}
      where company_id = ${companyId} and id = ${id} and merged_into_id is not null
      union all
      select t.merged_into_id, step + 1 from chain join ${sql.table(table)} t on t.id = chain.id
      where t.company_id = ${companyId} and t.merged_into_id is not null
    )
    select id from chain order by step desc limit 1`.execute(db);
  return problem("not_found", rows[0] && { details: { merged_into_id: rows[0].id } });
}

/**
 * @returns the row and the changes, none if no value differs
 * @throws Problem duplicate, validation_failed (a link to what the company does not have)
 */
export async function changeRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  before: Row<T>,
  values: Partial<Updateable<Schema[T]>>,
): Promise<{ row: Row<T>; changes: Changes }> {
  const changes = differences(before as Record<string, unknown>, values);
  if (Object.keys(changes).length === 0) return { row: before, changes };
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(changes, name)),
  );
  const row = await translated(() =>
    // deno-lint-ignore no-explicit-any
    (trx as any).updateTable(table)
      .set({
        ...changed,
        version: sql`version + 1`,
        updated_at: sql`now()`,
        updated_by: actor.userId,
      })
      .where("company_id", "=", actor.companyId).where("id", "=", (before as { id: number }).id)
      .returningAll().executeTakeFirstOrThrow()
  );
  return { row: row as Row<T>, changes };
}

/** @returns the row before the change @throws Problem not_found */
export async function setTrashed<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  id: number,
): Promise<Row<T>> {
  const row = await lockRecord(trx, table, actor, id);
  await setDeletedAt(trx, table, actor, id, sql`now()`);
  return row;
}

/** @returns the row before the change @throws Problem not_found, version_conflict, duplicate */
export async function setRestored<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  id: number,
  { version }: { version?: number } = {},
): Promise<Row<T>> {
  const row = await lockRecord(trx, table, actor, id, { version, trashed: true });
  await translated(() => setDeletedAt(trx, table, actor, id, sql`null`));
  return row;
}

async function setDeletedAt(trx: Trx, table: RecordTable, actor: Actor, id: number, at: unknown) {
  // deno-lint-ignore no-explicit-any
  await (trx as any).updateTable(table)
    .set({
      deleted_at: at,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: actor.userId,
    })
    .where("company_id", "=", actor.companyId).where("id", "=", id).execute();
}

/** Turns constraint violations into errors that name the field. */
export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error as { code?: string; constraint?: string; detail?: string });
  }
}

/** RLS hides the offending key: read it from names like `tasks_company_id_client_id_fkey`. */
function translate(error: { code?: string; constraint?: string; table?: string }): unknown {
  const { code, constraint = "", table = "" } = error;
  const name = constraint.replace(`${table}_`, "").replace(/^company_id_/, "")
    .replace(/_f?key$/, "");
  if (code === "23505" || code === "23P01") {
    const fields = { [uniqueFields[name] ?? name]: inputWords.taken };
    return problem("duplicate", { fields, cause: error });
  }
  if (code === "23503") {
    const fields = { [name]: inputWords.notOurs };
    return problem("validation_failed", { fields, cause: error });
  }
  return error;
}

const uniqueFields: Record<string, string> = {
  channel: "channel_contact_id",
  external: "external_id",
  series_day: "original_day",
};

export function differences(before: Record<string, unknown>, values: object): Changes {
  const changes: Changes = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const old = before[name];
    if (JSON.stringify(plain(old)) !== JSON.stringify(plain(value))) {
      changes[name] = [plain(old), plain(value)];
    }
  }
  return changes;
}

export function plain(value: unknown): unknown {
  if (typeof value === "string" && /^[[{]/.test(value)) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value ?? null;
}
