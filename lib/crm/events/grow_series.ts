import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import {
  horizonOf,
  makeOccurrences,
  monthsAfter,
  nextDays,
  ruleOf,
  type Series,
  updateSeries,
} from "@/lib/crm/events/series.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { Problem } from "@/lib/input/errors.ts";
import { checkRoom } from "@/lib/records/room.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface Options {
  announce: Announce;
  maxRecords: number;
  now?: Date;
}

/**
 * The daily work on series: makes the occurrences of the next 13 months, each batch in a transaction
 * of its own, and removes series that have no occurrence left. A company that may have no more events
 * is left alone. @throws the first failure, after all others
 */
export async function growSeries(
  db: Db,
  { announce, maxRecords, now = currentTime() }: Options,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, company_id: companyId } of await findGrowing(db, now)) {
    try {
      let isMore = true;
      while (isMore) {
        isMore = await withDeadline(longMs, () =>
          inCompany(db, companyId, async (trx) => {
            const more = await grow(trx, { companyId }, id, now);
            await checkRoom(trx, { companyId }, "event", maxRecords, 0);
            return more;
          }, announce));
      }
    } catch (error) {
      const isFull = error instanceof Problem && error.code === "limit_reached";
      if (!isFull) failures.push(error); // the other series go on
    }
  }
  await withDeadline(longMs, () => removeEmpty(db));
  if (failures.length > 0) throw failures[0];
}

async function findGrowing(db: Db, now: Date) {
  // A day more, for the zones that are ahead.
  const horizon = monthsAfter(new Date(now.getTime() + 86_400_000), "UTC");
  return await asWorker(db, (trx) =>
    trx.selectFrom("event_series").select(["id", "company_id"])
      .where(sql<boolean>`(until is null or made_through < until)`)
      .where("made_through", "<", horizon).orderBy("company_id").orderBy("id").execute());
}

/** @returns whether occurrences are missing still */
async function grow(trx: Trx, { companyId }: Tenant, id: number, now: Date): Promise<boolean> {
  const series = await trx.selectFrom("event_series").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id)
    .forUpdate().skipLocked().executeTakeFirst();
  if (!series) return false;
  const rule = ruleOf(series);
  const horizon = horizonOf(rule, series.time_zone, [now]);
  if (series.made_through >= horizon) return false;
  if (await isErased(trx, series)) {
    await updateSeries(trx, { companyId }, id, { until: series.made_through, count: null });
    return false;
  }
  const course = { first: series.first_day, after: series.made_through, horizon };
  const { days, through } = nextDays(rule, course);
  await makeOccurrences(trx, { companyId, userId: null }, series, days);
  await updateSeries(trx, { companyId }, id, { made_through: through });
  return through < horizon;
}

async function isErased(trx: Trx, { company_id, id }: Series): Promise<boolean> {
  const { rows } = await sql`
    select from events e
    left join clients c on c.company_id = e.company_id and c.id = e.client_id
    left join contacts p on p.company_id = e.company_id and p.id = e.contact_id
    where e.company_id = ${company_id} and e.series_id = ${id}
      and (c.erased_at is not null or p.erased_at is not null) limit 1`.execute(trx);
  return rows.length > 0;
}

async function removeEmpty(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    sql`delete from event_series s where not exists (
        select from events e where e.company_id = s.company_id and e.series_id = s.id
        order by e.original_day offset 0)
      and not exists (
        select from bulk_changes b where b.company_id = s.company_id
          and b.undone_at is null and (b.further -> 'was' ->> 'id')::int = s.id)`
      .execute(trx));
}
