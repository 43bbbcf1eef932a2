import { shownName } from "@/lib/values/shown_name.ts";
import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Tasks } from "@/lib/db/tables/crm.ts";
import {
  type Notice,
  notifyMember,
  notifyMembers,
  type Reader,
} from "@/lib/crm/notices/notifying.ts";
import type { Actor, Changes } from "@/lib/records/records.ts";
import { locales, speak } from "@/lib/words/language.ts";
import { sentences } from "@/lib/crm/notices/sentences.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** Notices to members about their work, with their recipients and words. */

/** Notifies the assignee, unless they assigned it themselves, with a button to mark it done. */
export async function notifyAssignedTask(
  trx: Trx,
  actor: Actor,
  task: Selectable<Tasks>,
  changes: Changes,
): Promise<void> {
  const { id, assignee_id: userId, title, status } = task;
  if (userId === null || !changes.assignee_id || status === "done") return;
  await notifyMember(trx, {
    companyId: actor.companyId,
    userId,
    kind: "task_assigned",
    tag: `task:${id}`,
    page: `/panel/tasks/${id}`,
    by: actor.userId,
    priority: task.priority === "urgent" ? "high" : task.priority === "low" ? "low" : "normal",
    answer: { id: "done", handler: "task_done", ref: { task_id: id } },
    words: (reader) => {
      const words = speak(noticeWords, reader.language);
      const { by } = reader;
      return {
        title: words.task(title),
        body: sentences(by && words.assignedBy(by), dueWords(reader, task)) || words.assigned,
        button: words.markDone,
      };
    },
  });
}

/** Sends one notice of several tasks to a new assignee, unless they assigned them themselves. */
export async function notifyAssignedTasks(
  trx: Trx,
  actor: Actor,
  tasks: readonly { id: number; title: string }[],
  userId: number,
): Promise<void> {
  await notifyMember(trx, {
    companyId: actor.companyId,
    userId,
    kind: "task_assigned",
    tag: `tasks:${tasks[0]!.id}+${tasks.length}`,
    page: "/panel/tasks?assignee_id=me",
    by: actor.userId,
    words: ({ language, by }) => {
      const words = speak(noticeWords, language);
      return {
        title: words.tasks(tasks.length),
        body: sentences(by && words.tasksFrom(by), tasks.map(({ title }) => title).join(", ")),
      };
    },
  });
}

interface Deliveries {
  sale: { id: number; number: string; client_id: number };
  userId: number | null;
  /** The intended assignee who left the company; the tasks are then unassigned. */
  leaverId: number | null;
  tasks: { id: number; title: string }[];
}

/** Sends one notice per sale: to the tasks' assignee, or to everybody if that one has left. */
export async function notifyDeliveries(
  trx: Trx,
  actor: Actor,
  deliveries: Deliveries,
): Promise<void> {
  const { sale, userId, leaverId, tasks: [first, ...more] } = deliveries;
  const { companyId } = actor;
  if ((userId ?? leaverId) === null || userId === actor.userId || !first) return;
  const client = await trx.selectFrom("clients").select("name")
    .where("company_id", "=", companyId).where("id", "=", sale.client_id)
    .executeTakeFirstOrThrow();
  const leaver = leaverId === null ? null : await trx.selectFrom("users as u")
    .leftJoin(
      "user_companies as m",
      (on) => on.onRef("m.user_id", "=", "u.id").on("m.company_id", "=", companyId),
    )
    .select(sql<string>`coalesce(${shownName("u", "m")}, u.email)`.as("name"))
    .where("u.id", "=", leaverId).executeTakeFirstOrThrow();
  const count = more.length + 1;
  const notice: Notice = {
    companyId,
    kind: "task_assigned",
    tag: `sale:${sale.id}`,
    page: `/panel/sales/${sale.id}`,
    by: actor.userId,
    // One button cannot finish several tasks.
    answer: count === 1 && !leaver
      ? { id: "done", handler: "task_done", ref: { task_id: first.id } }
      : undefined,
    words: ({ language }) => {
      const words = speak(noticeWords, language);
      return {
        title: words.deliveries(sale.number, count),
        body: sentences(
          leaver && words.unassigned(leaver.name),
          client.name,
          [first, ...more].map(({ title }) => title).join(", "),
        ),
        button: words.markDone,
      };
    },
  };
  if (userId !== null) return await notifyMember(trx, { ...notice, userId });
  await notifyMembers(trx, notice);
}

export interface Remembered {
  id: number;
  assignee_id: number;
  title: string;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  location: string | null;
  client: string | null;
}

/** Notifies the assignee; expires when the event ends. */
export async function notifyEvent(
  trx: Trx,
  { companyId }: Tenant,
  event: Remembered,
  now: Date,
): Promise<void> {
  const secondsLeft = Math.ceil((event.ends_at.getTime() - now.getTime()) / 1000);
  await notifyMember(trx, {
    companyId,
    userId: event.assignee_id,
    kind: "event_reminder",
    tag: `event:${event.id}`,
    page: `/panel/events/${event.id}`,
    ttl: Math.min(Math.max(secondsLeft, 3600), 2_592_000),
    words: (reader) => ({
      title: event.title,
      body: sentences(momentWords(reader, event), event.location, event.client),
    }),
  });
}

const dayStyle = { weekday: "long", day: "numeric", month: "long" } as const;
const timeStyle = { hour: "2-digit", minute: "2-digit" } as const;

function dueWords(reader: Reader, { due_at, due_all_day }: Selectable<Tasks>): string | null {
  if (!due_at) return null;
  const when = inWords(reader, due_at, due_all_day);
  return noticeWords.due(when)[reader.language];
}

function momentWords(reader: Reader, { starts_at, all_day }: Remembered): string {
  const when = inWords(reader, starts_at, all_day);
  return when[0]!.toLocaleUpperCase(locales[reader.language]) + when.slice(1);
}

/** Formats an instant in the company's time zone; the date only for a whole day. */
export function inWords({ language, timezone }: Reader, at: Date, wholeDay: boolean): string {
  return new Intl.DateTimeFormat(locales[language], {
    ...dayStyle,
    ...(wholeDay ? {} : timeStyle),
    timeZone: timezone,
  }).format(at);
}
