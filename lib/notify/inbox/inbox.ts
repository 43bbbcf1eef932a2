import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { keyRows } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { StoredStatus } from "@/lib/db/schema.ts";
import { closedStatuses } from "@/lib/notify/sending/notification_row.ts";
import { type Cursor, floorNow, writeCursor } from "@/lib/notify/streams/cursor.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";
import { cursorBelow } from "@/lib/notify/streams/position.ts";
import { inboxRows, toPhone } from "@/lib/notify/sending/phone_notification.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Reads the inbox, newest first, without replaced and cancelled notifications. */
export async function readInbox(
  trx: Trx,
  device: Device,
  { limit, before }: { limit: number; before?: number },
) {
  // Read first: what commits in between reaches the stream.
  const { cursor, unread } = await readCursorAndUnread(trx, device);
  const rows = await phoneRows(trx, device)
    .where("r.status", "not in", closedStatuses)
    .$if(before !== undefined, (q) => q.where("r.seq", "<", before!))
    .orderBy("r.seq", "desc").limit(limit + 1).execute();
  const page = rows.slice(0, limit);
  return {
    notifications: page.map(toPhone),
    meta: {
      hasMore: rows.length > limit,
      nextCursor: page.at(-1)?.seq.toString(36) ?? null,
      lastEventId: writeCursor(cursor),
      unread,
      now: currentTime(),
    },
  };
}

async function readCursorAndUnread(trx: Trx, device: Device) {
  const { floor, unread } = await trx.selectFrom("notification_recipients as r")
    .select((eb) => [
      floorNow.as("floor"),
      eb.fn.countAll<number>().as("unread"),
    ])
    .where("r.company_id", "=", device.companyId).where("r.user_id", "=", device.userId)
    .where(isUnread("r")).$if(device.memberId === null, (q) => q.where("r.internal", "=", false))
    .executeTakeFirstOrThrow();
  return { cursor: cursorBelow(floor), unread };
}

export async function findPhoneNotification(trx: Trx, device: Device, id: string) {
  const row = await phoneRows(trx, device).where("r.notification_id", "=", id).executeTakeFirst();
  return row && toPhone(row);
}

/** Just below the company's oldest transaction: a stream from here misses nothing. */
export async function settledCursor(db: Db): Promise<Cursor> {
  const { floor } = await db.selectNoFrom(floorNow.as("floor")).executeTakeFirstOrThrow();
  return cursorBelow(floor);
}

export const marks = ["delivered", "read", "dismissed"] as const;
type Mark = (typeof marks)[number];

/** The first receipt counts. `undefined` where the phone's owner has no such notification. */
export async function markNotification(trx: Trx, device: Device, id: string, mark: Mark) {
  const now = currentTime();
  const visible = mark !== "delivered"; // the owner's other phones have no use for a receipt
  const row = await trx.updateTable("notification_recipients").set((eb) => ({
    // Every mark is proof of delivery: only a phone that has it can report.
    delivered_at: eb.fn.coalesce("delivered_at", eb.val(now)),
    status: sql<StoredStatus>`case when status in ('replaced', 'cancelled') then status
                              else 'delivered' end`,
    ...(mark === "read" ? { read_at: eb.fn.coalesce("read_at", eb.val(now)) } : {}),
    ...(mark === "dismissed" ? { dismissed_at: eb.fn.coalesce("dismissed_at", eb.val(now)) } : {}),
    ...(visible ? { changed_txid: sql<number>`relevo_txid()` } : {}),
  }))
    .where("company_id", "=", device.companyId).where("notification_id", "=", id)
    .where("user_id", "=", device.userId)
    .$if(device.memberId === null, (q) => q.where("internal", "=", false))
    .returning("notification_id").executeTakeFirst();
  if (!row) return undefined;
  const { companyId, userId } = device;
  if (visible) trx.afterCommit({ kind: "changed", companyId, userId });
  return await findPhoneNotification(trx, device, id);
}

export async function markSent(
  trx: BareTrx,
  { companyId }: Tenant,
  sent: { userId: string; ids: string[] }[],
): Promise<void> {
  const pairs = sent.flatMap(({ userId, ids }) => ids.map((id) => ({ user_id: userId, id })));
  await executeWithCommit(
    trx,
    sql`
    update notification_recipients r set status = 'sent'
    from ${keyRows(pairs, { user_id: "text", id: "uuid" })} s
    where r.company_id = ${companyId} and r.user_id = s.user_id and r.notification_id = s.id
      and r.status = 'queued'`,
  );
}

function phoneRows(trx: Db, device: Device) {
  return inboxRows(trx)
    .where("r.company_id", "=", device.companyId).where("r.user_id", "=", device.userId)
    // Notices about a member's work are only for that member's own phones.
    .$if(device.memberId === null, (q) => q.where("r.internal", "=", false));
}
