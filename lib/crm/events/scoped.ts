import { sql } from "kysely";
import type { Scope, ScopedMeta } from "@/lib/crm/events/rule.ts";
import { lockSeries, type Series, type SeriesValues } from "@/lib/crm/events/series.ts";
import { addDays } from "@/lib/values/dates.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { BulkCall, BulkEntry, BulkNoun } from "@/lib/records/bulk/bulk_noun.ts";
import { keepUndo } from "@/lib/records/bulk/run_bulk.ts";
import { checkRoom } from "@/lib/records/room.ts";

/** Activities and undo of a change to several occurrences. */

/** Every occurrence's history gets the activity; the client's timeline gets it once. */
export function tellingOf(addressed: number): Pick<BulkNoun, "noun" | "about"> {
  return {
    noun: "event",
    about: ({ id, was }) => ({
      subject: { event_id: id },
      clientId: id === addressed ? was.client_id : null,
    }),
  };
}

/** A series whose last day is the one before. */
export function endedBefore(day: string): Partial<SeriesValues> {
  return { until: addDays(day, -1), count: null };
}

/** A series as it was, and its version after the change. */
export interface SeriesBefore {
  was: Series;
  version: number;
}

interface Change {
  scope: Scope;
  entries: BulkEntry[];
  created: number[];
  series: SeriesBefore | null;
}

/** Stores the undo record and returns how many were changed. @throws Problem limit_reached */
export async function closeScoped(
  call: BulkCall,
  { scope, entries, created, series }: Change,
): Promise<ScopedMeta> {
  const { trx, member, now, maxRecords } = call;
  if (created.length > 0) await checkRoom(trx, member, "event", maxRecords, 0);
  const was = { deleted_at: now.toISOString() };
  const all = [...entries, ...created.map((id) => ({ id, version: 1, was }))];
  const undo = await keepUndo(call, { noun: "event" }, all, series ?? undefined);
  return { scope, changed: all.length, ...undo };
}

/**
 * Puts a series back as it was before a change of its occurrences.
 * @throws Problem version_conflict (it was changed again, or went on, since)
 */
export async function restoreSeries(
  trx: Trx,
  tenant: Tenant,
  { was, version }: SeriesBefore,
): Promise<void> {
  const now = await lockSeries(trx, tenant, was.id);
  if (now.version !== version) {
    throw problem("version_conflict", { details: { current: now.version } });
  }
  const { id, company_id, version: _, ...values } = was;
  const names = Object.keys(values);
  await sql`
    update event_series t set version = t.version + 1,
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`))}
    from jsonb_populate_record(null::event_series, ${JSON.stringify(values)}::jsonb) n
    where t.company_id = ${company_id} and t.id = ${id}`.execute(trx);
}
