import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { StoredStatus } from "@/lib/db/schema.ts";
import { type Cursor, floorNow, writeCursor } from "@/lib/notify/streams/cursor.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";
import { placeBelow } from "@/lib/notify/streams/position.ts";
import { contactOf } from "@/lib/notify/sending/conversation_tag.ts";
import { shownStatus } from "@/lib/notify/sending/notifications.ts";

/** Newest first, without what was replaced or cancelled. */
export async function readInbox(
  trx: Trx,
  device: Device,
  { limit, before }: { limit: number; before?: number },
) {
  // Read first: what commits in between reaches the stream.
  const { place, unread } = await readPlaceAndUnread(trx, device);
  const rows = await phoneRows(trx, device)
    .where("r.status", "not in", ["replaced", "cancelled"])
    .$if(before !== undefined, (q) => q.where("r.seq", "<", before!))
    .orderBy("r.seq", "desc").limit(limit + 1).execute();
  const page = rows.slice(0, limit);
  return {
    notifications: page.map(toPhone),
    meta: {
      hasMore: rows.length > limit,
      nextCursor: page.at(-1)?.seq.toString(36) ?? null,
      lastEventId: writeCursor(place),
      unread,
      now: new Date(),
    },
  };
}

async function readPlaceAndUnread(trx: Trx, device: Device) {
  const { floor, unread } = await trx.selectFrom("notification_recipients as r")
    .select((eb) => [
      floorNow.as("floor"),
      eb.fn.countAll<number>().as("unread"),
    ])
    .where("r.company_id", "=", device.companyId).where("r.user_id", "=", device.userId)
    .where(isUnread("r")).$if(device.memberId === null, (q) => q.where("r.internal", "=", false))
    .executeTakeFirstOrThrow();
  return { place: placeBelow(floor), unread };
}

export async function findPhoneNotification(trx: Trx, device: Device, id: string) {
  const row = await phoneRows(trx, device).where("r.notification_id", "=", id).executeTakeFirst();
  return row && toPhone(row);
}

/** Just below the company's oldest transaction: a stream from here misses nothing. */
export async function settledPlace(db: Db): Promise<Cursor> {
  const { floor } = await db.selectNoFrom(floorNow.as("floor")).executeTakeFirstOrThrow();
  return placeBelow(floor);
}

export const marks = ["delivered", "read", "dismissed"] as const;
type Mark = (typeof marks)[number];

/** The first receipt counts. `undefined` where the phone's owner has no such notification. */
export async function markNotification(trx: Trx, device: Device, id: string, mark: Mark) {
  const now = new Date();
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
  await sql`
    update notification_recipients r set status = 'sent'
    from json_to_recordset(${JSON.stringify(pairs)}::json) as s(user_id text, id uuid)
    where r.company_id = ${companyId} and r.user_id = s.user_id and r.notification_id = s.id
      and r.status = 'queued'`.execute(trx);
}

function phoneRows(trx: Db, device: Device) {
  return inboxRows(trx)
    .where("r.company_id", "=", device.companyId).where("r.user_id", "=", device.userId)
    // Notices about a member's work are only for that member's own phones.
    .$if(device.memberId === null, (q) => q.where("r.internal", "=", false));
}

/** Further pages that a notice of the CRM leads to. */
interface Link {
  label: string;
  url: string;
}

export function inboxRows(db: Db) {
  return db.selectFrom("notification_recipients as r")
    .innerJoin(
      "notifications as n",
      (join) =>
        join.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"),
    )
    .leftJoin("responses as a", (join) =>
      join.onRef("a.company_id", "=", "r.company_id")
        .onRef("a.notification_id", "=", "r.notification_id").onRef("a.user_id", "=", "r.user_id"))
    .leftJoin(
      "notifications as newer",
      (join) =>
        join.onRef("newer.company_id", "=", "r.company_id").onRef("newer.id", "=", "r.replaced_by"),
    )
    .select(["n.id", "n.title", "n.body", "n.type", "n.priority", "n.sender", "n.url", "n.tag"])
    .select("r.internal")
    .select(sql<Link[] | null>`case when n.internal then n.data->'links' end`.as("links"))
    .select(["n.actions", "n.allow_reply", "n.created_at", "n.expires_at", "r.status", "r.seq"])
    .select(["r.delivered_at", "r.read_at", "r.dismissed_at", "r.answered_at"])
    .select(["newer.id as newer_id", "newer.title as newer_title"])
    .select(["a.action", "a.reply", "a.responded_at", "r.changed_txid as txid"])
    .select(["r.reminded", "r.escalated_at", "r.answered_by", "r.snoozed_until"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof inboxRows>["execute"]>>[number];

export function toPhone(row: Row) {
  const now = new Date();
  const open = row.status !== "replaced" && row.status !== "cancelled" &&
    row.answered_at === null && row.answered_by === null;
  const inTime = row.expires_at === null || row.expires_at > now;
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    type: row.type,
    priority: row.priority,
    sender: row.sender,
    url: row.url,
    links: row.links ?? [],
    tag: row.tag,
    actions: row.actions,
    allowReply: row.allow_reply,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    status: shownStatus(row.status, row.expires_at, now),
    replacedBy: row.newer_id === null ? null : { id: row.newer_id, title: row.newer_title! },
    contactId: contactOf(row),
    answerable: open && inTime && (row.actions.length > 0 || row.allow_reply),
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    dismissedAt: row.dismissed_at,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    reminded: row.reminded,
    escalatedAt: row.escalated_at,
    snoozedUntil: row.snoozed_until,
    response: row.responded_at === null
      ? null
      : { action: row.action, reply: row.reply, respondedAt: row.responded_at },
  };
}
