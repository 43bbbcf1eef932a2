import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { problem } from "@/lib/input/errors.ts";
import type { RecordTable } from "@/lib/records/nouns.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Who acts, in which company. */
export interface Actor {
  companyId: number;
  /** The user; null for the public and the system. */
  userId: number | null;
}

/** An actor, and where the company's days begin. A member is one. */
export interface LocalActor extends Actor {
  timezone: string;
}

type Row<T extends RecordTable> = Selectable<Schema[T]>;
/** Old and new value of each field that changed. */
export type Changes = Record<string, [unknown, unknown]>;

const trashDays = 30;

/**
 * Inserts a record of the actor's company.
 * @throws Problem duplicate, validation_failed (a link to what the company does not have)
 */
export async function insertRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  values: Omit<Insertable<Schema[T]>, "company_id" | "created_by" | "updated_by">,
): Promise<Row<T>> {
  const row = {
    ...values,
    company_id: actor.companyId,
    created_by: actor.userId,
    updated_by: actor.userId,
  };
  return await translated(async () =>
    // deno-lint-ignore no-explicit-any
    await (trx as any).insertInto(table).values(row).returningAll().executeTakeFirstOrThrow()
  );
}

/**
 * Locks a live record.
 * @throws Problem not_found, version_conflict (`version` is given and stale)
 */
export async function lockRecord<T extends RecordTable>(
  trx: Trx,
  table: T,
  { companyId }: Actor,
  id: number,
  { version, trashed = false }: { version?: number; trashed?: boolean } = {},
): Promise<Row<T>> {
  // deno-lint-ignore no-explicit-any
  const row = await (trx as any).selectFrom(table).selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .where(
      trashed
        ? sql`deleted_at > now() - interval '${sql.raw(String(trashDays))} days'`
        : sql`deleted_at is null`,
    )
    .forUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  if (version !== undefined && version !== row.version) {
    throw problem("version_conflict", { details: { current: row.version } });
  }
  return row;
}

/**
 * Changes a record that is locked; nothing happens where no value differs.
 * @returns the row as it is now, and what changed
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

/** Puts a live record into the bin. @returns its row before @throws Problem not_found */
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

/** Takes a record out of the bin. @returns its row before @throws Problem not_found, duplicate */
export async function setRestored<T extends RecordTable>(
  trx: Trx,
  table: T,
  actor: Actor,
  id: number,
): Promise<Row<T>> {
  const row = await lockRecord(trx, table, actor, id, { trashed: true });
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

/** Runs a statement and names by field what the database refuses. */
export async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error as { code?: string; constraint?: string; detail?: string });
  }
}

/**
 * Under row-level security Postgres keeps the offending key to itself, so the field is read from the
 * constraint's name: `tasks_company_id_client_id_fkey`, `products_sku`.
 */
function translate(error: { code?: string; constraint?: string; table?: string }): unknown {
  const { code, constraint = "", table = "" } = error;
  const name = constraint.replace(`${table}_`, "").replace(/^company_id_/, "")
    .replace(/_f?key$/, "");
  if (code === "23505") {
    const fields = { [uniqueFields[name] ?? name]: inputWords.taken };
    return problem("duplicate", { fields, cause: error });
  }
  if (code === "23503") {
    const fields = { [name]: inputWords.notOurs };
    return problem("validation_failed", { fields, cause: error });
  }
  return error;
}

/** Unique indexes that are not named after their field. */
const uniqueFields: Record<string, string> = {
  channel: "channel_contact_id",
  external: "external_id",
};

function differences(before: Record<string, unknown>, values: object): Changes {
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

/** Values as JSON has them; JSON text that a column is written with, parsed. */
function plain(value: unknown): unknown {
  if (typeof value === "string" && /^[[{]/.test(value)) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value ?? null;
}
