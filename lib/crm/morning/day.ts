import { sql } from "kysely";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { longestDays } from "@/lib/crm/events/event.ts";
import { isOverdue, isTaskDue } from "@/lib/crm/tasks/tasks.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import type { Reader } from "@/lib/records/lists.ts";

/** Counts of a member's work today, and their first event. */
export interface Day {
  tasks: number;
  late: number;
  events: number;
  first: { title: string; starts_at: Date; all_day: boolean } | null;
  /** Contacts assigned to them or to nobody. */
  waiting: number;
}

type Counted = Omit<Day, "first"> & { first: { title: string; at: string; all: boolean } | null };

/** The numbers are those of the lists that the message leads to. One statement. */
export async function readDay(db: Db, reader: Reader, now: Date): Promise<Day> {
  const { companyId, userId, timezone } = reader;
  const today = dayIn(timezone, now);
  const [begin, end] = [beginOf(today, timezone), beginOf(addDays(today, 1), timezone)];
  const live = sql`t.company_id = ${companyId} and t.deleted_at is null`;
  const mine = sql`t.assignee_id = ${userId}`;
  const tasks = sql`from tasks t where ${live} and ${mine}
    and t.status in ('pending', 'in_progress')`;
  const events = sql`from events t where ${live} and ${mine} and t.starts_at < ${end}
    and t.starts_at >= ${begin} - make_interval(days => ${longestDays})
    and (t.ends_at > ${begin} or t.starts_at >= ${begin})`;
  const { rows: [counted] } = await sql<Counted>`
    select (select count(*) ${tasks} and ${isTaskDue("today", reader, now)}) as tasks,
      (select count(*) ${tasks} and ${isOverdue(reader, now)}) as late,
      (select count(*) ${events}) as events,
      (select json_build_object('title', t.title, 'at', t.starts_at, 'all', t.all_day) ${events}
        order by t.all_day, t.starts_at, t.id limit 1) as first,
      (select count(*) from contacts t where ${live} and not t.is_spam and not t.held
        and ${isWaiting} and (${mine} or t.assignee_id is null)) as waiting`.execute(db);
  const { first, ...counts } = counted!;
  return {
    ...counts,
    first: first && { title: first.title, starts_at: new Date(first.at), all_day: first.all },
  };
}

export function isEmpty({ tasks, late, events, waiting }: Day): boolean {
  return tasks + late + events + waiting === 0;
}
