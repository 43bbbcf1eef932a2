import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { hasIdOf, idRows, lookUp } from "@/lib/db/keys.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";
import { notifyEvent, type Remembered } from "@/lib/crm/notices/notices.ts";
import { currentTime } from "@/lib/tools/clock.ts";

const catchUpMinutes = 60;

/**
 * Sends due reminders. Its row is written with the notification, so each event, start and lead time
 * is reminded once, whichever instance is first.
 */
export async function remindOfEvents(
  db: Db,
  announce: Announce,
  now = currentTime(),
): Promise<void> {
  const { rows } = await asWorker(db, (trx) => plannedEvents(now).execute(trx));
  await eachInOrder(
    [...Map.groupBy(rows, ({ company_id: companyId }) => companyId)],
    ([companyId, events]) => {
      const ids = events.map(({ id }) => id);
      return inCompany(db, companyId, (trx) => remind(trx, { companyId }, ids, now), announce);
    },
  );
}

/** Events whose kept time has come, of all companies: one that was changed may have none due. */
export function plannedEvents(now: Date) {
  return sql<{ company_id: number; id: number }>`
    select company_id, id from events where reminder_due_at <= ${now} order by company_id, id`;
}

async function remind(trx: Trx, tenant: Tenant, candidates: number[], now: Date): Promise<void> {
  const { companyId } = tenant;
  const ids = await takeDue(trx, tenant, candidates, now);
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

/**
 * Notes reminders as sent, and when the next one of each event is due. An event that somebody
 * changes at this moment is looked at in the next minute. @returns ids of events to remind of
 */
async function takeDue(
  trx: BareTrx,
  { companyId }: Tenant,
  candidates: number[],
  now: Date,
): Promise<number[]> {
  const row = sql`select id, starts_at, reminder_minutes from events
    where company_id = ${companyId} and id = k.id and reminder_due_at <= ${now}
    for no key update skip locked`;
  const { rows } = await sql<{ event_id: number }>`
    with due as materialized (
      select e.* from ${idRows(candidates, "int")} k cross join ${lookUp(row)} e
    ), next as (
      update events t set reminder_due_at = (
        select min(${at("t")}) from unnest(t.reminder_minutes) lead where ${at("t")} > ${now})
      from due where ${hasIdOf(companyId, "t", "due.id")}
    )
    insert into event_reminders (company_id, event_id, starts_at, minutes)
    select ${companyId}::int, e.id, e.starts_at, lead
    from due e cross join lateral unnest(e.reminder_minutes) lead where ${isDue("e", now)}
    order by e.id, lead
    on conflict do nothing returning event_id`.execute(trx);
  return [...new Set(rows.map(({ event_id }) => event_id))];
}

/** Puts due reminders of these events down as sent, where they are older. @returns how many */
export async function dropEventReminders(
  trx: BareTrx,
  { companyId }: Tenant,
  { ids, before, now = currentTime() }: { ids: number[]; before: Date; now?: Date },
): Promise<number> {
  const row = sql`select id, starts_at, reminder_minutes from events
    where company_id = ${companyId} and id = k.id and created_at < ${before}`;
  const { numAffectedRows = 0n } = await sql`
    insert into event_reminders (company_id, event_id, starts_at, minutes)
    select ${companyId}::int, e.id, e.starts_at, lead
    from ${idRows(ids, "int")} k cross join ${lookUp(row)} e
    cross join lateral unnest(e.reminder_minutes) lead where ${isDue("e", now)}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** SQL of the events `e` that have a reminder due, each with its `lead`; some may be reminded of. */
export function dueEvents(now: Date) {
  return sql`
    from events e cross join lateral unnest(e.reminder_minutes) lead
    where e.reminder_due_at <= ${now} and ${isDue("e", now)}`;
}

/** Instant of a reminder, `lead` minutes before the event of a row. */
function at(event: string) {
  return sql<Date>`${sql.ref(`${event}.starts_at`)} - make_interval(mins => lead)`;
}

/** Due now, or in the hour before: what is older is left out. */
function isDue(event: string, now: Date) {
  const since = new Date(now.getTime() - catchUpMinutes * 60_000);
  return sql<boolean>`(${at(event)} > ${since} and ${at(event)} <= ${now})`;
}
