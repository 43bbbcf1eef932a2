import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Scope } from "@/lib/crm/events/rule.ts";
import { type Course, restOf } from "@/lib/crm/events/move_slots.ts";
import { eventColumns, lockSeries, ruleOf, type Series } from "@/lib/crm/events/series.ts";
import type { Span } from "@/lib/crm/events/slots.ts";
import { problem } from "@/lib/input/errors.ts";
import { type LockedRow, lockMany } from "@/lib/records/bulk/many.ts";
import { checkVersion } from "@/lib/records/records.ts";

/** A series and the occurrences that a change affects, locked until its transaction ends. */
export interface LockedSeries {
  series: Series | null;
  row: LockedRow;
  rows: LockedRow[];
  course: Course | null;
  isSplit: boolean;
}

/** @returns null for one that does not repeat @throws Problem not_found */
export async function seriesIdOf(db: Db, { companyId }: Tenant, id: number) {
  const row = await db.selectFrom("events").select("series_id")
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw problem("not_found");
  return row.series_id;
}

/**
 * Locks the series, so that changes of it come one after the other, then its occurrences by id.
 * @throws Problem not_found, version_conflict (also where the event has left the series meanwhile)
 */
export async function holdSeries(
  trx: Trx,
  tenant: Tenant,
  { id, seriesId, scope, version }: {
    id: number;
    seriesId: number | null;
    scope: Scope;
    version?: number;
  },
): Promise<LockedSeries> {
  const series = seriesId === null ? null : await lockSeries(trx, tenant, seriesId);
  const { ids, earlier } = await idsFrom(trx, tenant, { id, series, scope });
  const rows = await lockMany(trx, "event", tenant, { ids, columns: eventColumns });
  const row = rows.find((one) => one.id === id);
  if (!row) throw problem("not_found");
  checkVersion(row, version);
  if (row.was.series_id !== seriesId) {
    throw problem("version_conflict", { details: { current: row.version } });
  }
  const course = series && { rule: ruleOf(series), first: series.first_day };
  const isSplit = scope === "following" && earlier;
  return {
    series,
    row,
    rows,
    course: course && isSplit ? restOf(course, row.was.original_day) : course,
    isSplit,
  };
}

async function idsFrom(
  trx: Trx,
  { companyId }: Tenant,
  { id, series, scope }: { id: number; series: Series | null; scope: Scope },
): Promise<{ ids: number[]; earlier: boolean }> {
  if (!series) return { ids: [id], earlier: false };
  const { rows } = await sql<{ id: number; original_day: string }>`
    select id, original_day from events
    where company_id = ${companyId} and series_id = ${series.id} and deleted_at is null
    order by original_day`.execute(trx);
  const own = rows.find((one) => one.id === id)?.original_day;
  // Gone meanwhile: locking it finds that out.
  if (own === undefined) return { ids: [id], earlier: false };
  const from = scope === "following" ? rows.filter((one) => one.original_day >= own) : rows;
  return { ids: from.map(({ id }) => id), earlier: from.length < rows.length };
}

export function spanOfRow({ was }: LockedRow): Span {
  const { starts_at, ends_at, all_day } = was;
  return { starts_at: new Date(starts_at), ends_at: new Date(ends_at), all_day };
}
