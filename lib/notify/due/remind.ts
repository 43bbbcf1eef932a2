import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Came, Question } from "@/lib/notify/due/question.ts";
import { plan } from "@/lib/notify/sending/due_times.ts";
import { pushAgain } from "@/lib/notify/sending/push_again.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Sends it again on the stream and by push; reminders missed while nothing ran count as one. */
export async function remind(
  trx: Trx,
  tenant: Tenant,
  question: Question,
  number: number,
): Promise<Came> {
  if (question.isOver) return { outcome: "over", reached: 0 };
  const { companyId } = tenant;
  const now = currentTime();
  const userIds = question.waiting.filter(({ snoozed_until }) =>
    !snoozed_until || snoozed_until <= now
  )
    .map(({ user_id }) => user_id);
  await planNext(trx, tenant, { question, number, now });
  if (userIds.length === 0) return { outcome: "not_needed", reached: 0 };
  await trx.updateTable("notification_recipients")
    .set((eb) => ({ reminded: eb("reminded", "+", 1), changed_txid: sql<number>`relevo_txid()` }))
    .where("company_id", "=", companyId).where("notification_id", "=", question.id)
    .where("user_id", "in", userIds).execute();
  for (const userId of userIds) trx.afterCommit({ kind: "changed", companyId, userId });
  await pushAgain(trx, tenant, { notificationId: question.id, userIds, reason: "remind" });
  return { outcome: "acted", reached: userIds.length };
}

/** Plans the next while somebody has not read it, or may still get it by escalation. */
async function planNext(
  trx: Trx,
  tenant: Tenant,
  { question, number, now }: { question: Question; number: number; now: Date },
): Promise<void> {
  const { every, times } = question.asks.remind!;
  const sentAt = question.created_at.getTime();
  const passed = Math.floor((now.getTime() - sentAt) / (every * 1_000));
  const next = Math.max(number, passed) + 1;
  const at = new Date(sentAt + next * every * 1_000);
  if (next > times || (question.expires_at && at >= question.expires_at)) return;
  if (question.waiting.length === 0 && !mayEscalate(question)) return;
  await plan(trx, tenant, [{ kind: "remind", notificationId: question.id, at, number: next }]);
}

function mayEscalate({ asks, isSeenTo, recipients }: Question): boolean {
  return asks.escalate !== undefined && !isSeenTo &&
    recipients.every(({ escalated_at }) => escalated_at === null);
}
