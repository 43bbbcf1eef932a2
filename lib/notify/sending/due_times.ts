import { sql } from "kysely";
import * as z from "zod";
import { v7 as uuidv7 } from "uuid";
import type { Trx } from "@/lib/db/connection.ts";
import type { Asks } from "@/lib/db/tables/notify.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isClosed } from "@/lib/notify/sending/notification_row.ts";
import type { Row } from "@/lib/notify/sending/prepare.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** Times at which a notification's asks act, each once: a row in `due_times`. */

export const dueKinds = ["remind", "escalate", "fallback"] as const;
export const dueOutcomes = ["acted", "not_needed", "over", "failed"] as const;
/** The queue of due times in their pool. */
const host = "due";

const instant = z.iso.datetime();

export const dueTimeRecord = z.object({
  kind: z.enum(dueKinds).meta({
    description: "What happens then: a reminder, an escalation, a mail or the end.",
  }),
  at: instant.meta({ description: "Instant at which it is due." }),
  doneAt: instant.nullable().meta({ description: "Instant at which it took place; null before." }),
  outcome: z.enum(dueOutcomes).nullable().meta({
    description: "Null while ahead; `not_needed`: read or answered by then; `over`: ended by " +
      "then; `failed`: no account to send by.",
  }),
  reached: z.int().nullable().meta({ description: "How many people it was passed on to." }),
  mail: z.string().nullable().meta({
    description: "How its mail stands, as a message's delivery.",
  }),
}).meta({ id: "DueTime" });

export type DueTime = z.output<typeof dueTimeRecord>;

export interface Planned {
  kind: "remind" | "escalate" | "fallback" | "snooze" | "summary";
  notificationId: string | null;
  at: Date;
  userId?: string;
  isMember?: boolean;
  number?: number;
}

/** Plans the asks of new notifications in one statement, or in none where nothing is asked for. */
export async function planAsks(trx: Trx, tenant: Tenant, rows: Row[]): Promise<void> {
  const planned = rows.flatMap(({ id: notificationId, asks, created_at }): Planned[] => {
    const { remind, escalate, fallback } = asks ?? {};
    const at = (seconds: number) => new Date(created_at.getTime() + seconds * 1_000);
    return [
      ...(remind ? [{ kind: "remind" as const, at: at(remind.every), number: 1 }] : []),
      ...(escalate ? [{ kind: "escalate" as const, at: at(escalate.after) }] : []),
      ...(fallback ? [{ kind: "fallback" as const, at: at(fallback.after) }] : []),
    ].map((one) => ({ ...one, notificationId }));
  });
  await plan(trx, tenant, planned);
}

/** Plans a further time of an existing notification: a snooze or a summary. */
export async function plan(trx: Trx, { companyId }: Tenant, planned: Planned[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((one) => ({
    id: uuidv7(),
    kind: one.kind,
    notification_id: one.notificationId,
    user_id: one.userId ?? null,
    is_member: one.isMember ?? false,
    number: one.number ?? null,
    at: one.at,
  }));
  const { rows: dueTimes } = await sql<{ id: string; at: Date }>`
    insert into due_times
      (id, company_id, kind, notification_id, user_id, is_member, number, at, due_at, host)
    select id, ${companyId}::int, kind, notification_id, user_id, is_member, number, at, at, ${host}
    from json_to_recordset(${JSON.stringify(rows)}::json) as p(id uuid, kind text,
      notification_id uuid, user_id text, is_member boolean, number int, at timestamptz)
    on conflict do nothing
    returning id, at`.execute(trx);
  for (const { id, at } of dueTimes) announceDue(trx, { companyId }, id, at);
}

export function announceDue(trx: Trx, { companyId }: Tenant, id: string, at: Date): void {
  const delayMs = Math.max(0, at.getTime() - currentMs());
  trx.afterCommit({ kind: "time_due", id, companyId, host, delayMs });
}

/** JSON of a notification's due times, in order. @param id column of the notification's id */
export function dueTimesOf(company: string, id: string) {
  return sql<{ [K in keyof DueTime]: DueTime[K] }[]>`(
    select coalesce(json_agg(json_build_object('kind', d.kind, 'at', d.at, 'doneAt', d.done_at,
      'outcome', d.outcome, 'reached', d.reached, 'mail', d.mail) order by d.at, d.kind), '[]')
    from due_times d
    where d.company_id = ${sql.ref(company)} and d.notification_id = ${sql.ref(id)}
      and d.kind <> 'snooze')`;
}

/** Converts due times from JSON that Postgres wrote. */
export function toDueTimes(rows: DueTime[]) {
  return rows.map(({ at, doneAt, ...row }) => ({
    ...row,
    at: new Date(at),
    doneAt: doneAt === null ? null : new Date(doneAt),
  }));
}

/** Number of reminders, and the next one's time where the recipient still gets it. */
export const remindersRecord = z.object({
  sent: z.int().meta({ description: "How many reminders were sent so far." }),
  nextAt: instant.nullable().meta({ description: "Instant at which the next reminder is due." }),
});

interface Reminded {
  reminded: number;
  status: string;
  readAt: Date | null;
  answeredAt: Date | null;
  answeredBy: string | null;
}

/** @param nextAt when the notification's next reminder is due */
export function remindersOf(row: Reminded, asks: Asks | null, nextAt: Date | null) {
  if (!asks?.remind) return null;
  const isOpen = !isClosed(row.status) && row.readAt === null &&
    row.answeredAt === null && row.answeredBy === null;
  return { sent: row.reminded, nextAt: isOpen ? nextAt : null };
}
