import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isClosed } from "@/lib/notify/sending/notification_row.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Outcome of a due time. `gone`: another process was quicker, or it was taken back. */
export interface Came {
  outcome: "acted" | "not_needed" | "over" | "failed";
  reached: number;
}

/** A notification that is due, with the states of its recipients. */
export type Question = Awaited<ReturnType<typeof readQuestion>>;

export async function readQuestion(trx: Trx, { companyId }: Tenant, id: string) {
  // Locked in one order, so that an answer is before or after, never beside.
  const { rows: recipients } = await sql<{
    user_id: string;
    status: string;
    read_at: Date | null;
    answered_at: Date | null;
    answered_by: string | null;
    escalated_at: Date | null;
    snoozed_until: Date | null;
    seq: number;
  }>`
    select user_id, status, read_at, answered_at, answered_by, escalated_at, snoozed_until, seq
    from notification_recipients
    where company_id = ${companyId} and notification_id = ${id}
    order by user_id for update`.execute(trx);
  const sent = await trx.selectFrom("notifications")
    .select(["id", "title", "body", "sender", "tag", "internal", "actions", "allow_reply", "asks"])
    .select(["created_at", "expires_at"])
    .where("company_id", "=", companyId).where("id", "=", id).executeTakeFirstOrThrow();
  const asksForAnswer = sent.actions.length > 0 || sent.allow_reply;
  return {
    ...sent,
    asks: sent.asks ?? {},
    recipients: recipients.sort((a, b) => a.seq - b.seq),
    asksForAnswer,
    /** Answered, or read where no answer is asked for. */
    isSeenTo: recipients.some(({ answered_at, read_at }) =>
      (asksForAnswer ? answered_at : read_at) !== null
    ),
    isOver: recipients.every(({ status }) => isClosed(status)) ||
      (sent.expires_at !== null && sent.expires_at <= currentTime()),
    /** Recipients whose answer it still waits for. */
    waiting: recipients.filter(({ status, read_at, answered_at, answered_by }) =>
      !isClosed(status) && read_at === null && answered_at === null && answered_by === null
    ),
  };
}
