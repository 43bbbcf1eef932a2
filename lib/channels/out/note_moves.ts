import { sql } from "kysely";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { DeliveryState } from "@/lib/channels/out/delivery.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { hasIdOf, idRows } from "@/lib/db/keys.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";

/** Time within which the process that stored a state notes it; later a sweep does. */
export const noteWithin = "1 minute";
const mostAtOnce = 1_000;

interface Means {
  db: Db;
  handlers: ChannelHandlers;
  announce: Announce;
}

/** Notes each of the outbox's rows once, in the transaction that ends its mark. */
export function noteMoves(
  { db, handlers, announce }: Means,
  companyId: number,
  ids: readonly string[],
): Promise<void> {
  return inCompany(db, companyId, async (trx) => {
    const { rows: moves } = await sql<Move>`
      update outbox o set note_due_at = null from ${idRows(ids)} k
      where ${hasIdOf(companyId, "o", "k.id")} and o.note_due_at is not null
      returning o.message_id, o.notification_id, o.state`.execute(trx);
    await passOn(trx, { companyId }, handlers, moves);
  }, announce);
}

/** Notes what was left by processes that ended in between. */
export async function noteOverdueMoves(means: Means, now = currentTime()): Promise<void> {
  const rows = await asWorker(
    means.db,
    (trx) =>
      trx.selectFrom("outbox").select(["id", "company_id"]).where("note_due_at", "<=", now)
        .orderBy("note_due_at").limit(mostAtOnce).execute(),
  );
  await eachInOrder(rows, ({ id, company_id }) => noteMoves(means, company_id, [id]));
}

export interface Move {
  message_id: number | null;
  notification_id: string | null;
  state: DeliveryState;
}

export async function passOn(
  trx: Trx,
  tenant: Tenant,
  handlers: ChannelHandlers,
  moves: readonly Move[],
): Promise<void> {
  const messages = moves.flatMap(({ message_id: messageId, state }) =>
    messageId === null ? [] : [{ messageId, state }]
  );
  const mails = moves.flatMap(({ notification_id: notificationId, state }) =>
    notificationId === null ? [] : [{ notificationId, state }]
  );
  if (messages.length > 0) await handlers.noteMoved(trx, tenant, messages);
  if (mails.length > 0) await handlers.noteMail(trx, tenant, mails);
}
