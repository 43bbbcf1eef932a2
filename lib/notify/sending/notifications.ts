import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { StoredStatus } from "@/lib/db/schema.ts";
import { JsonText } from "@/lib/input/json_text.ts";
import { toAsks } from "@/lib/notify/sending/asks.ts";
import { dueTimesOf, remindersOf, toDueTimes } from "@/lib/notify/sending/due_times.ts";
import type { Status } from "@/lib/notify/sending/notification_records.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Expiry is derived; it outranks `queued` and `sent` only. */
export function shownStatus(
  status: StoredStatus,
  expiresAt: Date | null,
  now = currentTime(),
): Status {
  const over = expiresAt !== null && expiresAt <= now;
  return over && (status === "queued" || status === "sent") ? "expired" : status;
}

async function findNotifications(
  db: Db,
  tenant: Tenant,
  ids: string[],
  sentBy?: number,
) {
  const { companyId } = tenant;
  const rows = await db.selectFrom("notifications")
    .select(["id", "title", "body", "type", "priority", "sender", "url", "tag", "ttl"])
    .select(["actions", "allow_reply as allowReply", "callback_url as callbackUrl", "internal"])
    .select(["idempotency_key as idempotencyKey", "created_at as createdAt"])
    .select(["expires_at as expiresAt", "to_list as toList", "asks", dataText("data")])
    .select(dueTimesOf("notifications.company_id", "notifications.id").as("dueTimes"))
    .where("company_id", "=", companyId).where("id", "in", ids)
    .$if(sentBy !== undefined, (query) => query.where("key_id", "=", sentBy!)).execute();
  const recipients = await findRecipients(db, tenant, rows.map(({ id }) => id));
  const ofEach = Map.groupBy(recipients, ({ notificationId }) => notificationId);
  return rows.map(({ internal: _, toList, data, asks, ...row }) => {
    const dueTimes = toDueTimes(row.dueTimes);
    const next = dueTimes.find(({ kind, doneAt }) => kind === "remind" && doneAt === null);
    const its = (ofEach.get(row.id) ?? []).map(({ notificationId: _, reminded, ...recipient }) => ({
      ...recipient,
      reminders: remindersOf({ ...recipient, reminded }, asks, next?.at ?? null),
      status: shownStatus(recipient.status, row.expiresAt),
    }));
    const first = its.filter(({ escalatedAt }) => escalatedAt === null);
    return {
      ...row,
      ...toAsks(asks),
      dueTimes,
      notificationId: row.id,
      ...asAddressed(first.map(({ userId }) => userId), toList),
      data: toJsonText(data),
      recipients: its,
    };
  });
}

function asAddressed(users: string[], toList: boolean): { userId?: string; userIds?: string[] } {
  return toList || users.length !== 1 ? { userIds: users } : { userId: users[0] };
}

/** Selects `data` as text, since parsing could change its numbers. */
export function dataText(column: "data" | "n.data") {
  return sql<string | null>`${sql.ref(column)}::text`.as("data");
}

export function toJsonText(data: string | null): JsonText | null {
  return data === null ? null : new JsonText(data);
}

/** @param options.sentBy only what this key sent */
export async function findNotification(
  db: Db,
  tenant: Tenant,
  id: string,
  { sentBy }: { sentBy?: number } = {},
) {
  return (await findNotifications(db, tenant, [id], sentBy))[0];
}

async function findRecipients(db: Db, tenant: Tenant, ids: string[]) {
  if (ids.length === 0) return [];
  return (await selectRecipients(db, tenant, ids).execute()).map(toRecipient);
}

/** Selects recipients in the order of the request. */
export function selectRecipients(db: Db, { companyId }: Tenant, ids: string[]) {
  return db.selectFrom("notification_recipients as r")
    .leftJoin("responses as a", (join) =>
      join.onRef("a.company_id", "=", "r.company_id")
        .onRef("a.notification_id", "=", "r.notification_id").onRef("a.user_id", "=", "r.user_id"))
    .select(["r.notification_id as notificationId", "r.user_id as userId", "r.status", "r.devices"])
    .select(["r.delivered_at as deliveredAt", "r.read_at as readAt"])
    .select(["r.dismissed_at as dismissedAt", "r.answered_at as answeredAt"])
    .select(["r.answered_by as answeredBy", "r.escalated_at as escalatedAt", "r.reminded"])
    .select(["a.id as responseId", "a.action", "a.reply", "a.responded_at as respondedAt"])
    .where("r.company_id", "=", companyId).where("r.notification_id", "in", ids)
    .orderBy("r.seq");
}

interface Answered {
  responseId: string | null;
  action: { id: string; label: string } | null;
  reply: string | null;
  respondedAt: Date | null;
}

export function toRecipient<Row extends Answered>(
  { responseId, action, reply, respondedAt, ...row }: Row,
) {
  return {
    ...row,
    response: responseId === null
      ? null
      : { id: responseId, action, reply, respondedAt: respondedAt! },
  };
}

/**
 * Cancels for everyone who has not answered. A program cancels what programs and people sent; a member also
 * what the CRM sent. Streams wake after the commit.
 * @param options.sentBy only what this key sent
 * @returns whether the company has such a notification
 */
export async function cancelNotification(
  trx: Trx,
  { companyId }: Tenant,
  id: string,
  { canBeInternal = false, sentBy }: { canBeInternal?: boolean; sentBy?: number } = {},
) {
  const notification = await trx.selectFrom("notifications").select("id")
    .where("company_id", "=", companyId).where("id", "=", id)
    .$if(!canBeInternal, (query) => query.where("internal", "=", false))
    .$if(sentBy !== undefined, (query) => query.where("key_id", "=", sentBy!)).executeTakeFirst();
  if (!notification) return false;
  const isOpen = sql`company_id = ${companyId} and notification_id = ${id}
    and status not in ('replaced', 'cancelled') and answered_at is null`;
  // Locked in one order, so that cancels and replacements cannot deadlock.
  const { rows } = await sql<{ user_id: string }>`
    with open as materialized (
      select user_id from notification_recipients where ${isOpen} order by user_id for update
    )
    update notification_recipients set status = 'cancelled', changed_txid = relevo_txid()
    where ${isOpen} and exists (select from open)
    returning user_id`.execute(trx);
  for (const { user_id: userId } of rows) trx.afterCommit({ kind: "changed", companyId, userId });
  return true;
}
