import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { isClosed } from "@/lib/notify/sending/notification_row.ts";
import { contactOf } from "@/lib/notify/sending/conversation_tag.ts";
import { shownStatus } from "@/lib/notify/sending/notifications.ts";
import type { Row as Sent } from "@/lib/notify/sending/prepare.ts";
import { currentTime } from "@/lib/tools/clock.ts";

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
    .leftJoinLateral(
      (eb) =>
        eb.selectFrom("responses").select(["action", "reply", "responded_at"])
          .whereRef("responses.company_id", "=", "r.company_id")
          .whereRef("responses.notification_id", "=", "r.notification_id")
          .whereRef("responses.user_id", "=", "r.user_id").offset(sql.lit(0)).as("a"),
      (join) => join.onTrue(),
    )
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
  const now = currentTime();
  const open = !isClosed(row.status) && row.answered_at === null && row.answered_by === null;
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

/** Converts a notification that has just been sent, like `toPhone`. */
export function newToPhone(row: Sent) {
  const none = { delivered_at: null, read_at: null, dismissed_at: null, answered_at: null };
  const unanswered = { action: null, reply: null, responded_at: null, answered_by: null };
  const untouched = { escalated_at: null, snoozed_until: null, reminded: 0 };
  const { id, title, body, type, priority, sender, url, tag, internal, actions } = row;
  const { allow_reply, created_at, expires_at } = row;
  return toPhone({
    id,
    title,
    body,
    type,
    priority,
    sender,
    url,
    tag,
    internal,
    actions,
    allow_reply,
    created_at,
    expires_at,
    links: null,
    newer_id: null,
    newer_title: null,
    status: "queued",
    ...none,
    ...unanswered,
    ...untouched,
    seq: 0,
    txid: 0,
  });
}
