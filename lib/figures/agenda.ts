import { sql } from "kysely";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { touchingEvents } from "@/lib/crm/events/touching.ts";
import { isOverdue } from "@/lib/crm/tasks/tasks.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** A row of a person's agenda: a task, an event of today, or a contact who waits. */
export interface AgendaItem {
  kind: "task" | "event" | "contact";
  id: number;
  title: string | null;
  /** The client, the place, or the last message. */
  note: string | null;
  at: Date | null;
  until: Date | null;
  all_day: boolean;
  is_late: boolean;
}

const maxEntries = 7;

/** The first few of each: the tasks by their day, events by their hour, contacts as long as they wait. */
export async function readAgenda(
  db: Db,
  reader: Reader,
  now = currentTime(),
): Promise<AgendaItem[]> {
  const { companyId, userId, timezone } = reader;
  const today = dayIn(timezone, now);
  const [begin, end] = [beginOf(today, timezone), beginOf(addDays(today, 1), timezone)];
  const live = sql`t.company_id = ${companyId} and t.deleted_at is null`;
  const client = sql`left join clients c on c.company_id = t.company_id and c.id = t.client_id`;
  const { rows } = await sql<AgendaItem>`/* plan once: agenda */
    (select 'task' as kind, t.id, t.title, c.name as note, t.due_at as at, null::timestamptz as until,
        t.due_all_day as all_day, coalesce(${isOverdue(reader, now)}, false) as is_late
      from tasks t ${client}
      where ${live} and t.status in ('pending', 'in_progress') and t.assignee_id = ${userId}
      order by t.due_at, t.id limit ${maxEntries})
    union all
    (select 'event', t.id, t.title, coalesce(nullif(t.location, ''), c.name), t.starts_at, t.ends_at,
        t.all_day, t.ends_at < ${now}::timestamptz
      from events t ${client}
      where ${live} and t.id = any (array${touchingEvents(reader, { begin, end })})
      order by t.starts_at, t.id limit ${maxEntries})
    union all
    (select 'contact', t.id, coalesce(nullif(t.name, ''), t.email, t.phone, t.channel_contact_id),
        (select left(m.body, 160) from contact_messages m
          where m.company_id = ${companyId} and m.contact_id = t.id and m.direction <> 'note'
            and m.deleted_at is null
          order by m.sent_at desc, m.id desc limit 1),
        t.last_message_at, null, false,
        t.last_message_at < ${now}::timestamptz - interval '24 hours'
      from contacts t
      where ${live} and not t.is_spam and not t.held and ${isWaiting}
      order by t.last_message_at, t.id limit ${maxEntries})`.execute(db);
  return rows;
}
