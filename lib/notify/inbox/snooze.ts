import { sql } from "kysely";
import * as z from "zod";
import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { instant } from "@/lib/input/fields.ts";
import {
  alreadyAnswered,
  answeredByOther,
  notificationClosed,
  notificationExpired,
} from "@/lib/notify/answering/refuse.ts";
import { findPhoneNotification } from "@/lib/notify/inbox/inbox.ts";
import { closedStatuses, isClosed } from "@/lib/notify/sending/notification_row.ts";
import { announceDue, plan } from "@/lib/notify/sending/due_times.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { dueWords } from "@/lib/words/phone/due.ts";

export const snoozeBody = z.strictObject({
  until: instant.nullable().meta({
    description: "When it is told again, within 31 days and before it expires; null takes it back.",
  }),
}).meta({ id: "SnoozeRequest" });

const mostMs = 31 * 86_400_000;

/**
 * Snoozes a notification for the person, on all of their phones: no push and no reminder until then.
 * @throws Problem not_found, already_answered, notification_closed, notification_expired,
 *   validation_failed (`until`)
 */
export async function snooze(trx: Trx, device: Device, id: string, until: Date | null) {
  const { companyId, userId } = device;
  const before = await findPhoneNotification(trx, device, id);
  if (!before) throw problem("not_found");
  if (until) await planWake(trx, device, id, checked(until, before.expiresAt));
  // After the time's row, as it is locked in that order when it acts.
  const changed = await trx.updateTable("notification_recipients")
    .set({ snoozed_until: until, changed_txid: sql<number>`relevo_txid()` })
    .where("company_id", "=", companyId).where("notification_id", "=", id)
    .where("user_id", "=", userId).where("status", "not in", closedStatuses)
    .where("answered_at", "is", null).where("answered_by", "is", null)
    .returning("user_id").executeTakeFirst();
  if (!changed) throw await refusal(trx, device, id);
  if (!until) {
    await trx.deleteFrom("due_times")
      .where("company_id", "=", companyId).where("notification_id", "=", id)
      .where("user_id", "=", userId).where("kind", "=", "snooze").execute();
  }
  trx.afterCommit({ kind: "changed", companyId, userId });
  return (await findPhoneNotification(trx, device, id))!;
}

function checked(until: Date, expiresAt: Date | null): Date {
  const now = currentTime();
  if (expiresAt && expiresAt <= now) throw notificationExpired(expiresAt, now);
  const wrong = until <= now
    ? dueWords.ahead
    : until.getTime() > now.getTime() + mostMs
    ? dueWords.withinMonth
    : expiresAt && until >= expiresAt
    ? dueWords.beforeItEnds
    : null;
  if (wrong) throw problem("validation_failed", { fields: { until: wrong } });
  return until;
}

async function planWake(
  trx: Trx,
  { companyId, userId }: Device,
  notificationId: string,
  at: Date,
): Promise<void> {
  const moved = await trx.updateTable("due_times")
    .set({ at, due_at: at, lease: null, leased_until: null })
    .where("company_id", "=", companyId).where("notification_id", "=", notificationId)
    .where("user_id", "=", userId).where("kind", "=", "snooze")
    .returning("id").executeTakeFirst();
  if (moved) announceDue(trx, { companyId }, moved.id, at);
  else await plan(trx, { companyId }, [{ kind: "snooze", notificationId, userId, at }]);
}

async function refusal(trx: Trx, device: Device, id: string) {
  const { status, answeredBy } = (await findPhoneNotification(trx, device, id))!;
  if (isClosed(status)) {
    return await notificationClosed(trx, device, id);
  }
  return await (answeredBy === null ? alreadyAnswered : answeredByOther)(trx, device, id);
}
