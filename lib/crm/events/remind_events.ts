import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";
import { notifyEvent, type Remembered } from "@/lib/crm/notices/notices.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const catchUpMinutes = 60;
/** Longest lead time of an event, in minutes. */
const longestLead = 40_320;

/**
 * Sends due reminders. Its row is written with the notification, so each event, start and lead time
 * is reminded once, whichever instance is first.
 */
export async function remindOfEvents(
  db: Db,
  announce: Announce,
  now = currentTime(),
): Promise<void> {
  const { rows } = await asWorker(db, (trx) =>
    sql<{ company_id: number }>`
      select distinct e.company_id ${dueEvents(now)} and not exists (
        select from event_reminders r
        where r.company_id = e.company_id and r.event_id = e.id
          and r.starts_at = e.starts_at and r.minutes = lead)`.execute(trx));
  await eachInOrder(
    rows,
    ({ company_id: companyId }) =>
      inCompany(db, companyId, (trx) => remind(trx, { companyId }, now), announce),
  );
}

async function remind(trx: Trx, { companyId }: Tenant, now: Date): Promise<void> {
  const { rows } = await sql<{ event_id: number }>`
    insert into event_reminders (company_id, event_id, starts_at, minutes)
    select e.company_id, e.id, e.starts_at, lead ${dueEvents(now)} and e.company_id = ${companyId}
    order by e.id, lead
    on conflict do nothing returning event_id`.execute(trx);
  const ids = [...new Set(rows.map(({ event_id }) => event_id))];
  if (ids.length === 0) return;
  const events = await trx.selectFrom("events as e")
    .leftJoin(
      "clients as c",
      (join) => join.onRef("c.company_id", "=", "e.company_id").onRef("c.id", "=", "e.client_id"),
    )
    .select(["e.id", "e.assignee_id", "e.title", "e.starts_at", "e.ends_at", "e.all_day"])
    .select(["e.location", "c.name as client"])
    .where("e.company_id", "=", companyId).where("e.id", "in", ids).orderBy("e.id").execute();
  for (const event of events) await notifyEvent(trx, { companyId }, event as Remembered, now);
}

/** Puts due reminders of older events down as sent. @returns how many */
export async function dropEventReminders(
  trx: BareTrx,
  { companyId }: Tenant,
  { before, now = currentTime() }: { before: Date; now?: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into event_reminders (company_id, event_id, starts_at, minutes)
    select e.company_id, e.id, e.starts_at, lead ${dueEvents(now)}
      and e.company_id = ${companyId} and e.created_at < ${before}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** SQL of the events `e` that have a reminder due, each with its `lead`; some may be reminded of. */
export function dueEvents(now: Date) {
  const since = new Date(now.getTime() - catchUpMinutes * 60_000);
  const until = new Date(now.getTime() + longestLead * 60_000);
  return sql`
    from events e cross join lateral unnest(e.reminder_minutes) lead
    where e.deleted_at is null and e.reminder_minutes <> '{}' and e.assignee_id is not null
      and e.starts_at > ${since} and e.starts_at <= ${until}
      and e.starts_at - make_interval(mins => lead) > ${since}
      and e.starts_at - make_interval(mins => lead) <= ${now}`;
}
