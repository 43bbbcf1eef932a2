import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { dataText, toJsonText } from "@/lib/notify/sending/notifications.ts";
import { type Cursor, settle, start, writeCursor } from "@/lib/notify/streams/cursor.ts";

export interface ResponsesQuery {
  userId?: string;
  notificationId?: string;
  limit: number;
  after?: Cursor;
}

/** Oldest first; what the CRM sent only by `notificationId`. `unsettled`: a row may yet appear. */
export async function listResponses(trx: Trx, { companyId }: Tenant, query: ResponsesQuery) {
  const after = query.after ?? start;
  const rows = await trx.selectFrom("responses as r")
    .innerJoin(
      "notifications as n",
      (join) =>
        join.onRef("n.company_id", "=", "r.company_id").onRef("n.id", "=", "r.notification_id"),
    )
    .leftJoin(
      "callbacks as c",
      (join) => join.onRef("c.company_id", "=", "r.company_id").onRef("c.response_id", "=", "r.id"),
    )
    .innerJoin(
      sql<{ floor: number }>`(select relevo_txid_floor() as floor)`.as("f"),
      (join) => join.onTrue(),
    )
    .select(["r.id", "r.notification_id", "r.user_id", "r.action", "r.reply", "r.responded_at"])
    .select([
      dataText("n.data"),
      "c.status",
      "c.attempts",
      "c.last_status",
      "c.due_at",
      "c.delivered_at",
    ])
    .select(["r.txid", "r.seq", "f.floor"])
    .where("r.company_id", "=", companyId)
    .where(sql<boolean>`(r.txid, r.seq) > (${after.txid}, ${after.seq})`)
    .$if(query.userId !== undefined, (q) => q.where("r.user_id", "=", query.userId!))
    .$if(
      query.notificationId !== undefined,
      (q) => q.where("r.notification_id", "=", query.notificationId!),
    )
    .$if(query.notificationId === undefined, (q) => q.where(sql<boolean>`not r.internal`))
    .orderBy("r.txid").orderBy("r.seq").limit(query.limit + 1).execute();
  const { settled, unsettled } = settle(rows);
  const page = settled.slice(0, query.limit);
  const last = page.at(-1) ?? after;
  return {
    records: page.map(toRecord),
    meta: { nextCursor: writeCursor(last), hasMore: settled.length > query.limit },
    unsettled,
  };
}

type Row = {
  id: string;
  notification_id: string;
  user_id: string;
  action: { id: string; label: string } | null;
  reply: string | null;
  responded_at: Date;
  data: string | null;
  status: string | null;
  attempts: number | null;
  last_status: number | null;
  due_at: Date | null;
  delivered_at: Date | null;
};

function toRecord(row: Row) {
  return {
    id: row.id,
    notificationId: row.notification_id,
    userId: row.user_id,
    action: row.action,
    reply: row.reply,
    respondedAt: row.responded_at,
    data: toJsonText(row.data),
    callback: row.status === null ? null : {
      status: row.status,
      attempts: row.attempts,
      lastStatus: row.last_status,
      nextAttemptAt: row.due_at,
      deliveredAt: row.delivered_at,
    },
  };
}
