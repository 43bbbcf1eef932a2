import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { isDeviceLive, liveDevice } from "@/lib/access/devices.ts";
import { type CommitEvent, counted, type LeasedCallback } from "@/lib/tools/after_commit.ts";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Asks } from "@/lib/db/tables/notify.ts";
import type { StoredStatus } from "@/lib/db/schema.ts";
import {
  type Answerer,
  type AnswerHandlers,
  handleAnswer,
} from "@/lib/notify/answering/handlers.ts";
import { callbackLease } from "@/lib/notify/answering/callback_lease.ts";
import { closedStatuses, isClosed } from "@/lib/notify/sending/notification_row.ts";
import type { AnswerRequest } from "@/lib/notify/sending/notification.ts";
import type { ResponseRecord } from "@/lib/notify/sending/notification_records.ts";
import {
  alreadyAnswered,
  answeredByOther,
  notificationClosed,
  notificationExpired,
} from "@/lib/notify/answering/refuse.ts";
import { toJsonText } from "@/lib/notify/sending/notifications.ts";
import { problem } from "@/lib/input/errors.ts";
import { writeJson } from "@/lib/input/json_text.ts";
import { currentTime } from "@/lib/tools/clock.ts";

interface Recorded {
  record: ResponseRecord;
  repeated: boolean;
}

interface Recording {
  /** Leases a callback with its answer, where it would be sent at once. */
  callbacks?: { leaseFor(queue: { companyId: number; host: string }): string | undefined };
  /** Nothing follows in the transaction: its commit goes out with the answer. */
  isLast?: boolean;
  /** Refuses a phone that was unpaired: nobody has asked before. */
  isAdmitting?: boolean;
}

/**
 * The first answer wins; it and the callback it owes are one transaction.
 * @throws Problem unauthorized, not_found, already_answered, notification_closed,
 *   notification_expired, unknown_action, reply_not_allowed
 */
export async function recordAnswer(
  trx: Trx,
  device: Answerer,
  notificationId: string,
  answer: AnswerRequest,
  handlers: AnswerHandlers,
  { callbacks, isLast = false, isAdmitting = false }: Recording = {},
): Promise<Recorded> {
  const question = await lockRecipient(trx, device, notificationId);
  if (isAdmitting && !(question?.is_live ?? await isLive(trx, device))) {
    throw problem("unauthorized");
  }
  if (!question) throw problem("not_found");
  if (question.response_id) {
    if (!isSame(question, answer)) throw await alreadyAnswered(trx, device, notificationId);
    return repeat(question, device, notificationId);
  }
  if (question.answered_by !== null) throw await answeredByOther(trx, device, notificationId);
  if (isClosed(question.status)) {
    throw await notificationClosed(trx, device, notificationId);
  }
  const action = checkAnswer(question, answer);

  const record: ResponseRecord = {
    notificationId,
    userId: device.userId,
    action,
    reply: answer.reply ?? null,
    respondedAt: currentTime(),
    data: toJsonText(question.data),
  };
  const responseId = uuidv7();
  const { companyId } = device;
  const host = hostOf(question);
  const closesOthers = question.asks?.answers === "first";
  const sendable = await insertAnswer(trx, device, {
    question,
    record,
    responseId,
    host,
    lease: host === null ? undefined : callbacks?.leaseFor({ companyId, host }),
    isLast: isLast && !closesOthers && question.handler === null,
  });
  if (closesOthers) await closeForOthers(trx, device, notificationId);
  await handleAnswer(handlers, trx, question, { device, record });
  trx.afterCommit(
    counted("relevo_answers_total", []),
    ...changesOf(device, question, notificationId),
  );
  if (host !== null) {
    const leased = sendable && { ...sendable, id: responseId, companyId };
    trx.afterCommit({ kind: "callback_due", id: responseId, companyId, host, leased });
  }
  return { record, repeated: false };
}

function changesOf(
  { companyId, userId }: Answerer,
  { internal }: Question,
  notificationId: string,
): CommitEvent[] {
  const response = { kind: "changed", companyId, feed: "responses" } as const;
  const listed = internal ? [] : [response, { ...response, userId }];
  return [{ kind: "changed", companyId, userId }, { ...response, notificationId }, ...listed];
}

async function isLive(trx: Trx, { id, ...device }: Answerer): Promise<boolean> {
  return id !== null && await isDeviceLive(trx, { id, ...device });
}

type Button = NonNullable<ResponseRecord["action"]>;

interface Question {
  /** Whether the phone that answers is still paired. */
  is_live: boolean;
  status: StoredStatus;
  answered_at: Date | null;
  answered_by: string | null;
  asks: Asks | null;
  expires_at: Date | null;
  actions: Button[];
  allow_reply: boolean;
  callback_url: string | null;
  key_id: number | null;
  internal: boolean;
  handler: string | null;
  ref: unknown;
  data: string | null;
  response_id: string | null;
  action: Button | null;
  reply: string | null;
  responded_at: Date | null;
}

/**
 * Locks the recipient, or all in one order, as a cancel does, where the first answer counts for
 * all.
 */
async function lockRecipient(
  trx: Trx,
  device: Answerer,
  notificationId: string,
): Promise<Question | undefined> {
  const question = await selectLocked(trx, device, notificationId, "each") ??
    await lockAll(trx, device, notificationId);
  // FOR UPDATE rereads only the locked row; joined rows keep the old snapshot.
  const stale = question?.answered_at && question.response_id === null;
  return stale ? await selectLocked(trx, device, notificationId) : question;
}

async function lockAll(trx: Trx, device: Answerer, notificationId: string) {
  await sql`
    select from notification_recipients
    where company_id = ${device.companyId} and notification_id = ${notificationId}
    order by user_id for update`.execute(trx);
  return await selectLocked(trx, device, notificationId);
}

async function selectLocked(
  trx: Trx,
  { id, companyId, userId, memberId }: Answerer,
  notificationId: string,
  only?: "each",
): Promise<Question | undefined> {
  // Notices about a member's work are answered from that member's own phone only.
  const { rows } = await sql<Question>`
    select r.status, r.answered_at, r.answered_by, n.asks, n.expires_at, n.actions, n.allow_reply,
      n.callback_url, n.key_id, n.internal, n.handler, n.ref, n.data::text as data,
      a.id as response_id, a.action, a.reply, a.responded_at,
      exists (${liveDevice({ id, companyId })}) as is_live
    from notification_recipients r
    join notifications n on n.company_id = r.company_id and n.id = r.notification_id
    left join responses a on a.company_id = r.company_id
      and a.notification_id = r.notification_id and a.user_id = r.user_id
    where r.company_id = ${companyId} and r.notification_id = ${notificationId}
      and r.user_id = ${userId} and (${memberId !== null}::boolean or not r.internal)
      and (${only !== "each"}::boolean or (n.asks ->> 'answers') is distinct from 'first')
    for update of r`.execute(trx);
  return rows[0];
}

function isSame({ action, reply }: Question, answer: AnswerRequest): boolean {
  return action?.id === answer.actionId && (reply ?? undefined) === answer.reply;
}

function repeat(question: Question, { userId }: Answerer, notificationId: string): Recorded {
  const { action, reply } = question;
  const respondedAt = question.responded_at!;
  const data = toJsonText(question.data);
  const record = { notificationId, userId, action, reply, respondedAt, data };
  return { record, repeated: true };
}

function hostOf({ callback_url }: Question): string | null {
  return callback_url ? new URL(callback_url).host : null;
}

function checkAnswer(question: Question, answer: AnswerRequest) {
  const now = currentTime();
  if (question.expires_at && question.expires_at <= now) {
    throw notificationExpired(question.expires_at, now);
  }
  if (answer.reply !== undefined && !question.allow_reply) throw problem("reply_not_allowed");
  if (answer.actionId === undefined) return null;
  const action = question.actions.find(({ id }) => id === answer.actionId);
  if (!action) throw problem("unknown_action");
  return action;
}

async function closeForOthers(
  trx: Trx,
  { companyId, userId }: Answerer,
  notificationId: string,
): Promise<void> {
  const closed = await trx.updateTable("notification_recipients")
    .set({ answered_by: userId, changed_txid: sql<number>`relevo_txid()` })
    .where("company_id", "=", companyId).where("notification_id", "=", notificationId)
    .where("user_id", "<>", userId).where("status", "not in", closedStatuses)
    .returning("user_id as userId").execute();
  for (const one of closed) trx.afterCommit({ kind: "changed", companyId, ...one });
}

interface Inserted {
  question: Question;
  record: ResponseRecord;
  responseId: string;
  host: string | null;
  lease: string | undefined;
  isLast: boolean;
}

type Leased = Omit<LeasedCallback, "id" | "companyId">;

/** @returns what sends the callback, where it was leased */
async function insertAnswer(
  trx: Trx,
  device: Answerer,
  { question, record, responseId, host, lease, isLast }: Inserted,
): Promise<Leased | undefined> {
  const { companyId, id: deviceId } = device;
  const action = record.action && JSON.stringify(record.action);
  const insert = sql<Leased>`
    with answered as (
      update notification_recipients
      set answered_at = ${record.respondedAt}, read_at = coalesce(read_at, ${record.respondedAt}),
        -- An answer is proof of delivery like any other report of the phone.
        delivered_at = coalesce(delivered_at, ${record.respondedAt}), status = 'delivered',
        changed_txid = relevo_txid()
      where company_id = ${companyId} and notification_id = ${record.notificationId}
        and user_id = ${record.userId}
    ), response as (
      insert into responses (id, company_id, notification_id, key_id, user_id, device_id, internal,
        action, reply, responded_at)
      values (${responseId}, ${companyId}, ${record.notificationId}, ${question.key_id},
        ${record.userId}, ${deviceId}, ${question.internal}, ${action}::json, ${record.reply},
        ${record.respondedAt})
      returning id
    )
    insert into callbacks
      (response_id, company_id, key_id, url, host, body, due_at, lease, leased_until)
    select id, ${companyId}::int, ${question.key_id}::int, ${question.callback_url}::text, ${host}::text,
      ${writeJson(record)}, now(), ${lease ?? null}::uuid,
      case when ${lease ?? null}::uuid is not null then now() + ${callbackLease}::interval end
    from response where ${question.callback_url}::text is not null
    returning lease, url, body, attempts, schedule_start as "scheduleStart",
      (select digest from api_keys k where k.company_id = callbacks.company_id
        and k.id = callbacks.key_id)`;
  const { rows } = await (isLast ? executeWithCommit(trx, insert) : insert.execute(trx));
  return rows.find((row) => row.lease !== null);
}
