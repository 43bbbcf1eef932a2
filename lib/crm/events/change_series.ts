import type { EventPatch } from "@/lib/crm/events/event.ts";
import { changeEvent, findEvent, refuseWrong, wrongTimes } from "@/lib/crm/events/events.ts";
import {
  holdSeries,
  type LockedSeries,
  seriesIdOf,
  spanOfRow,
} from "@/lib/crm/events/hold_series.ts";
import { type NewTimes, newTimes, planOf, timesOn } from "@/lib/crm/events/plan_change.ts";
import type { Course, Relaid } from "@/lib/crm/events/move_slots.ts";
import { changedOne, type Scope } from "@/lib/crm/events/rule.ts";
import { closeScoped, endedBefore, tellingOf } from "@/lib/crm/events/scoped.ts";
import { insertSeries, makeOccurrences, updateSeries, valuesOf } from "@/lib/crm/events/series.ts";
import { addDays } from "@/lib/values/dates.ts";
import type { BulkCall } from "@/lib/records/bulk/bulk_noun.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { checkLinks, lockParties } from "@/lib/records/links.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Changes an event: it alone, it and what follows in its series, or all of them; a rule makes a
 * series of one that did not repeat (docs/decisions/0038).
 * @throws Problem not_found, version_conflict, validation_failed, limit_reached
 */
export async function changeEventIn(call: BulkCall, id: number, patch: EventPatch, scope: Scope) {
  const { trx, member } = call;
  const seriesId = await seriesIdOf(trx, member, id);
  const { recurrence, ...rest } = patch;
  if (seriesId === null ? !recurrence : scope === "this") {
    if (seriesId !== null && recurrence !== undefined) {
      refuseWrong({ recurrence: inputWords.needsScope });
    }
    return { event: await changeEvent(trx, member, id, rest), meta: changedOne };
  }
  return await changeSeries(call, { id, seriesId, scope }, patch);
}

interface Addressed {
  id: number;
  seriesId: number | null;
  scope: Scope;
}

async function changeSeries(call: BulkCall, addressed: Addressed, patch: EventPatch) {
  const { trx, member, now } = call;
  const { version, recurrence, starts_at, ends_at, all_day, ...values } = patch;
  await lockParties(trx, member, values);
  const locked = await holdSeries(trx, member, { ...addressed, version });
  const { row, rows } = locked;
  const common = { ...values, ...await checkLinks(trx, member, values, row.was) };
  const was = spanOfRow(row);
  const span = {
    starts_at: starts_at ?? was.starts_at,
    ends_at: ends_at ?? was.ends_at,
    all_day: all_day ?? was.all_day,
  };
  const times = newTimes(locked, span, member.timezone);
  const plan = recurrence === null
    ? stopped(locked, now)
    : planOf(locked, { times, recurrence, now, wrong: wrongTimes(span) });
  if (recurrence === null) refuseWrong(wrongTimes(span));
  const target = plan.course &&
    await saveTarget(call, locked, { plan, course: plan.course, times });
  const { entries } = await changeMany(call, tellingOf(row.id), {
    values(one) {
      const day = plan.days.get(one.id);
      if (day === undefined) return {};
      if (day === null) {
        return { deleted_at: now.toISOString(), series_id: null, original_day: null };
      }
      return {
        ...common,
        ...timesOn(one, day, times),
        series_id: target?.id ?? null,
        original_day: target && day,
      };
    },
  }, { ids: rows.map(({ id }) => id), rows });
  const newIds = target ? await makeOccurrences(trx, member, target, plan.missing) : [];
  const series = await saveOld(call, locked, target?.version ?? null);
  const scope = addressed.seriesId === null ? "all" : addressed.scope;
  const meta = await closeScoped(call, { scope, entries, created: newIds, series });
  return { event: await findEvent(trx, member, row.id), meta };
}

interface Plan extends Relaid {
  course: Course | null;
}

function stopped({ row, rows }: LockedSeries, now: Date): Plan {
  const days = new Map<number, string | null>();
  for (const one of rows) {
    if (one.id === row.id) days.set(one.id, one.was.original_day);
    else if (spanOfRow(one).starts_at > now) days.set(one.id, null);
  }
  return { days, missing: [], through: row.was.original_day, course: null };
}

async function saveTarget(
  { trx, member }: BulkCall,
  { series, isSplit }: LockedSeries,
  { plan, course, times }: { plan: Plan; course: Course; times: NewTimes },
) {
  const values = {
    ...valuesOf(course.rule, times.series),
    first_day: course.first,
    made_through: plan.through,
  };
  return series && !isSplit
    ? await updateSeries(trx, member, series.id, values)
    : await insertSeries(trx, member, values);
}

/** Ends the series that loses occurrences. @returns the former series, for an undo */
async function saveOld(
  { trx, member }: BulkCall,
  { series, row, rows, isSplit }: LockedSeries,
  version: number | null,
) {
  if (!series) return null;
  if (version !== null && !isSplit) return { was: series, version };
  const last = isSplit ? null : lastOf(rows.filter(({ id }) => id !== row.id));
  const end = isSplit ? row.was.original_day : last && addDays(last, 1);
  const now = await updateSeries(trx, member, series.id, end ? endedBefore(end) : {});
  return { was: series, version: now.version };
}

function lastOf(rows: LockedSeries["rows"]): string | null {
  return rows.map(({ was }) => was.original_day as string).sort().at(-1) ?? null;
}
