import { v7 as uuidv7 } from "uuid";
import type { Trx } from "@/lib/db/connection.ts";
import type { Book } from "./book.ts";
import { fillCallbacks } from "./callbacks.ts";
import { insertRows } from "./rows.ts";
import type { SampleNotification } from "./trade.ts";

/** Past notifications and their answers. Nothing of it is sent. */
export async function fillNotifications(trx: Trx, book: Book): Promise<void> {
  const { companyId, notifications } = book.trade;
  const keys = await fillKeys(trx, book);
  const sent = [...notifications].sort((a, b) => b.daysAgo - a.daysAgo)
    .map((sample) => ({ sample, ...instantsOf(book, sample) }));
  await insertRows(
    trx,
    "notifications",
    companyId,
    sent.map(({ id, at, expires, sample }) => ({
      id,
      key_id: keys.get(sample.key),
      internal: false,
      title: sample.title,
      body: sample.body,
      type: sample.type,
      priority: sample.priority,
      sender: sample.key,
      ttl: sample.ttlHours === undefined ? null : sample.ttlHours * 3600,
      data: sample.data ?? null,
      actions: actionsOf(sample),
      allow_reply: sample.allowReply ?? false,
      created_at: at,
      expires_at: expires,
    })),
  );
  const recipients = sent.flatMap((one) => recipientsOf(book, one));
  await insertRows(
    trx,
    "notification_recipients",
    companyId,
    recipients.map(({ row }) => ({ internal: false, ...row })),
  );
  await insertRows(
    trx,
    "responses",
    companyId,
    recipients.flatMap(({ response }) => response ? [{ ...response, internal: false }] : []),
  );
  const responses = recipients.flatMap(({ response, sample: { callback, key, data = null } }) =>
    response && callback ? [{ response, keyId: keys.get(key)!, data, callback }] : []
  );
  await fillCallbacks(trx, companyId, responses);
}

/**
 * API keys of the programs. Their digests belong to no secret, so they cannot be used; real keys
 * are made in the panel.
 */
async function fillKeys(trx: Trx, { random, clock, trade, staff }: Book) {
  const names = [...new Set(trade.notifications.map(({ key }) => key))];
  const ids = await insertRows(
    trx,
    "api_keys",
    trade.companyId,
    names.map((name, at) => ({
      name,
      hint: "rlv_····",
      digest: random.bytes(32),
      created_by: staff[0]!.userId,
      created_at: clock.ago(300 - at * 40),
      last_used_at: clock.ago(
        Math.min(
          ...trade.notifications.filter(({ key }) => key === name).map(({ daysAgo }) => daysAgo),
        ),
      ),
    })),
  );
  return new Map(names.map((name, at) => [name, ids[at]!]));
}

function instantsOf({ random, clock }: Book, { daysAgo, ttlHours }: SampleNotification) {
  const at = clock.ago(daysAgo);
  const id = uuidv7({ msecs: at.getTime(), random: random.bytes(16), seq: random.int(0, 2 ** 30) });
  const expires = ttlHours === undefined ? null : new Date(at.getTime() + ttlHours * 3_600_000);
  return { id, at, expires };
}

function actionsOf({ actions = [] }: SampleNotification) {
  return actions.map(([id, label]) => ({ id, label }));
}

type Sent = { sample: SampleNotification } & ReturnType<typeof instantsOf>;

function recipientsOf(book: Book, { sample, id, at }: Sent) {
  const { random, clock, staff } = book;
  return sample.to.map((to, place) => {
    const user_id = typeof to === "number" ? staff[to]!.email : to;
    const answer = sample.answers?.[place];
    const reached = answer ? "read" : sample.reached ?? "sent";
    // Between the sending and now.
    const after = (part: number) =>
      new Date(at.getTime() + Math.min(3_600_000, clock.now.getTime() - at.getTime()) * part);
    const isRead = reached === "read";
    const row = {
      notification_id: id,
      user_id,
      status: isRead ? "delivered" : reached,
      devices: reached === "queued" ? 0 : 1,
      delivered_at: isRead || reached === "delivered" ? after(0.01) : null,
      read_at: isRead ? after(0.3) : null,
      dismissed_at: null,
      answered_at: answer ? after(0.5) : null,
    };
    const action = actionsOf(sample).find((one) => one.id === answer?.action) ?? null;
    const response = answer && {
      id: uuidv7({ msecs: after(0.5).getTime(), random: random.bytes(16), seq: place }),
      notification_id: id,
      user_id,
      action,
      reply: answer.reply ?? null,
      responded_at: after(0.5),
    };
    return { row, response, sample };
  });
}
