import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { type Day, isEmpty, readDay } from "@/lib/crm/morning/day.ts";
import { morningWords } from "@/lib/crm/morning/words.ts";
import { inWords } from "@/lib/crm/notices/notices.ts";
import { type Notice, notifyAll, type Reader } from "@/lib/crm/notices/notifying.ts";
import { dayIn, formatHour } from "@/lib/values/dates.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";
import { speak } from "@/lib/words/language.ts";
import { isWorkingDay } from "@/lib/values/opening_hours.ts";

/**
 * Sends one message to each member whose hour has come today. The day is noted in the transaction
 * that sends, so it comes once, whichever instance is first; a missed one comes later the same day.
 */
export async function sendMornings(db: Db, announce: Announce, now = currentTime()): Promise<void> {
  const { rows } = await asWorker(db, (trx) => dueCompanies(now).execute(trx));
  await eachInOrder(
    rows,
    ({ company_id: companyId }) =>
      inCompany(db, companyId, (trx) => send(trx, { companyId }, now), announce),
  );
}

/** Companies with a member whose hour has come. Kept times find them, which may be early. */
export function dueCompanies(now: Date) {
  return sql<{ company_id: number }>`
    select distinct m.company_id from user_companies m join companies c on c.id = m.company_id
    where m.morning_due_at <= ${now} and ${isDue(now)}`;
}

/** Leaves out today's message where its hour has come. @returns to how many members */
export async function dropMornings(
  trx: BareTrx,
  { companyId }: Tenant,
  now = currentTime(),
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update user_companies m set morning_sent_on = (${now}::timestamptz at time zone c.timezone)::date
    from companies c
    where m.company_id = ${companyId} and c.id = m.company_id and ${isDue(now)}`.execute(trx);
  return Number(numAffectedRows);
}

/** Whether member `m`'s morning notice is due, in the time zone of company `c`. */
export function isDue(now: Date) {
  const local = sql`(${now}::timestamptz at time zone c.timezone)`;
  return sql<boolean>`(m.morning_at is not null and m.disabled_at is null
    and to_char(${local}, 'HH24:MI') >= m.morning_at
    and (m.morning_sent_on is null or m.morning_sent_on < ${local}::date))`;
}

async function send(trx: Trx, tenant: Tenant, now: Date): Promise<void> {
  const { companyId } = tenant;
  const { timezone, opening_hours: hours, closed_days: closedDays } = await trx
    .selectFrom("companies").select(["timezone", "opening_hours", "closed_days"])
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const day = dayIn(timezone, now);
  const { rows } = await sql<{ user_id: number }>`
    with due as (
      select m.company_id, m.user_id
      from user_companies m join companies c on c.id = m.company_id
      where m.company_id = ${companyId} and ${isDue(now)}
      order by m.user_id for no key update of m skip locked
    )
    update user_companies t set morning_sent_on = ${day}::date
    from due where t.company_id = due.company_id and t.user_id = due.user_id
    returning t.user_id`.execute(trx);
  if (!isWorkingDay({ hours, closedDays, timezone }, day)) return;
  const notices: Notice[] = [];
  for (const { user_id: userId } of rows) {
    const today = await readDay(trx, { companyId, userId, timezone }, now);
    if (!isEmpty(today)) notices.push(toNotice({ companyId, userId }, today, day, now));
  }
  await notifyAll(trx, tenant, notices);
}

/** They asked for it, so it is of no kind that can be switched off elsewhere. */
function toNotice(
  { companyId, userId }: Tenant & { userId: number },
  morning: Day,
  day: string,
  now: Date,
): Notice {
  return {
    companyId,
    userId,
    kind: null,
    tag: `morning:${userId}`,
    page: "/panel",
    words: (reader) => ({
      title: speak(morningWords, reader.language).title(inWords(reader, now, true)),
      body: linesOf(reader, morning, day).map(({ text }) => text).join("\n"),
    }),
    links: (reader) => linesOf(reader, morning, day).map(({ label, path }) => ({ label, path })),
  };
}

function linesOf({ language, timezone }: Reader, morning: Day, day: string) {
  const words = speak(morningWords, language);
  const { tasks, late, events, first, waiting } = morning;
  const line = (count: number, label: string, path: string, more = "") =>
    count === 0 ? [] : [{ label, path, text: [label, more].filter(Boolean).join("; ") }];
  const when = first?.all_day
    ? words.allDay
    : first && formatHour(first.starts_at, { language, timeZone: timezone });
  const phrase = events === 1 ? words.only : words.first;
  return [
    ...line(
      events,
      words.events(events),
      `/panel/events?view=day&day=${day}&assignee_id=me`,
      first && when ? phrase(when, first.title) : "",
    ),
    ...line(tasks, words.tasks(tasks), "/panel/tasks?assignee_id=me&due=today"),
    ...line(late, words.late(late), "/panel/tasks?assignee_id=me&due=overdue"),
    ...line(waiting, words.waiting(waiting), "/panel/contacts?waiting=true&assignee_id=me,none"),
  ];
}
