import { findEvent, trashEvent } from "@/lib/crm/events/events.ts";
import { holdSeries, seriesIdOf } from "@/lib/crm/events/hold_series.ts";
import { changedOne, type Scope } from "@/lib/crm/events/rule.ts";
import { closeScoped, endedBefore, tellingOf } from "@/lib/crm/events/scoped.ts";
import { updateSeries } from "@/lib/crm/events/series.ts";
import type { BulkCall } from "@/lib/records/bulk/bulk_noun.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { trash } from "@/lib/records/bulk/run_bulk.ts";

/**
 * Moves an event to the trash for 30 days: it alone, it and what follows in its series, or all of
 * them; then the series goes on no more. @throws Problem not_found
 */
export async function trashEventIn(call: BulkCall, id: number, scope: Scope) {
  const { trx, member } = call;
  const seriesId = await seriesIdOf(trx, member, id);
  if (seriesId === null || scope === "this") {
    return { event: await trashEvent(trx, member, id), meta: changedOne };
  }
  const locked = await holdSeries(trx, member, { id, seriesId, scope });
  const { row, rows, isSplit } = locked;
  const was = locked.series!;
  const event = await findEvent(trx, member, id);
  const selection = { ids: rows.map(({ id }) => id), rows };
  const { entries } = await changeMany(call, tellingOf(id), trash(call), selection);
  // A restored occurrence keeps its rule; what was not made yet is made no more.
  const goesOn = was.count === null && (was.until === null || was.until > was.made_through);
  const end = isSplit
    ? endedBefore(row.was.original_day)
    : goesOn
    ? { until: was.made_through }
    : {};
  const { version } = await updateSeries(trx, member, was.id, end);
  const series = { was, version };
  return { event, meta: await closeScoped(call, { scope, entries, created: [], series }) };
}
