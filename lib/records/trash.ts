import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { type Happening, recordActivities } from "@/lib/records/activities.ts";
import type { RecordTable } from "@/lib/records/nouns.ts";
import { type Actor, setRestored, setTrashed } from "@/lib/records/records.ts";

export interface Noun<Table extends RecordTable, Shown> {
  table: Table;
  /** Reads a live record as the API shows it. @throws Problem not_found */
  find(trx: Trx, tenant: Tenant, id: number): Promise<Shown>;
  about(row: Selectable<Schema[Table]>): Pick<Happening, "subject" | "clientId">;
}

/** The record can be restored for 30 days. @throws Problem not_found */
export async function trashRecord<Table extends RecordTable, Shown>(
  trx: Trx,
  { table, find, about }: Noun<Table, Shown>,
  actor: Actor,
  id: number,
): Promise<Shown> {
  const record = await find(trx, actor, id);
  const row = await setTrashed(trx, table, actor, id);
  await recordActivities(trx, actor, [{ verb: "deleted", ...about(row) }]);
  return record;
}

/** @throws Problem not_found, version_conflict, duplicate */
export async function restoreRecord<Table extends RecordTable, Shown>(
  trx: Trx,
  { table, find, about }: Noun<Table, Shown>,
  actor: Actor,
  id: number,
  { version }: { version?: number } = {},
): Promise<Shown> {
  const row = await setRestored(trx, table, actor, id, { version });
  await recordActivities(trx, actor, [{ verb: "restored", ...about(row) }]);
  return await find(trx, actor, id);
}
