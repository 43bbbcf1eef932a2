import type { Trx } from "@/lib/db/connection.ts";
import type { Answerer } from "@/lib/notify/answering/handlers.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";

/** `already_answered`, with the answer that holds and the phone that gave it. */
export async function alreadyAnswered(
  trx: Trx,
  { companyId, userId, id }: Answerer,
  notificationId: string,
): Promise<Problem> {
  const { device_id, ...response } = await trx.selectFrom("responses as a")
    .leftJoin(
      "devices as d",
      (join) => join.onRef("d.company_id", "=", "a.company_id").onRef("d.id", "=", "a.device_id"),
    )
    .select(["a.action", "a.reply", "a.responded_at as respondedAt"])
    .select(["d.name as deviceName", "a.device_id"])
    .where("a.company_id", "=", companyId).where("a.user_id", "=", userId)
    .where("a.notification_id", "=", notificationId).executeTakeFirstOrThrow();
  const isThisDevice = id !== null && device_id === id;
  return problem("already_answered", { details: { response: { ...response, isThisDevice } } });
}

/** `already_answered` by another, where the first answer counts for all. */
export async function answeredByOther(
  trx: Trx,
  { companyId }: Answerer,
  notificationId: string,
): Promise<Problem> {
  const first = await trx.selectFrom("responses")
    .select(["user_id as userId", "responded_at as answeredAt"])
    .where("company_id", "=", companyId).where("notification_id", "=", notificationId)
    .orderBy("seq").executeTakeFirst();
  // Erased meanwhile: it stays closed.
  return problem("already_answered", { details: first ?? { userId: null, answeredAt: null } });
}

/** `notification_closed`: cancelled, or replaced by the notification that `replacedBy` names. */
export async function notificationClosed(
  trx: Trx,
  { companyId, userId }: Answerer,
  notificationId: string,
): Promise<Problem> {
  const { status, id, title } = await trx.selectFrom("notification_recipients as r")
    .leftJoin(
      "notifications as newer",
      (join) =>
        join.onRef("newer.company_id", "=", "r.company_id").onRef("newer.id", "=", "r.replaced_by"),
    )
    .select(["r.status", "newer.id", "newer.title"])
    .where("r.company_id", "=", companyId).where("r.user_id", "=", userId)
    .where("r.notification_id", "=", notificationId).executeTakeFirstOrThrow();
  const replacedBy = id === null ? null : { id, title: title! };
  return problem("notification_closed", { details: { status, replacedBy } });
}

/** `notification_expired`, by the server's clock. */
export function notificationExpired(expiresAt: Date, now: Date): Problem {
  return problem("notification_expired", { details: { expiresAt, now } });
}
