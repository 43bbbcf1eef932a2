import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { dataText, toJsonText } from "@/lib/notify/sending/notifications.ts";
import { type Cursor, floorNow, settle, start, writeCursor } from "@/lib/notify/streams/cursor.ts";

export interface ResponsesQuery {
  userId?: string;
  notificationId?: string;
  sentBy?: number;
  limit: number;
  after?: Cursor;
}

/**
 * Lists responses, oldest first; those to the CRM only by `notificationId`. `unsettled`: a row may
 * yet appear.
 */
export async function listResponses(db: Db, tenant: Tenant, query: ResponsesQuery) {
  const { after = start, limit } = query;
  const rows = await responseRows(db, tenant, { ...query, after, most: limit + 1 })
    .select(floorNow.as("floor")).execute();
  return toPage(rows, query);
}

export type Listed = Awaited<ReturnType<typeof listResponses>>;

export async function listResponsesOfEach(
  db: Db,
  tenant: Tenant,
  queries: ResponsesQuery[],
): Promise<Listed[]> {
  const rowsOf = queries.map((): (Row & { floor: number })[] => []);
  const numbered = queries.map((query, at) => ({ query, at }));
  for (const alike of Map.groupBy(numbered, ({ query }) => filtersOf(query)).values()) {
    const [{ query: { userId, notificationId, sentBy } }] = alike as [typeof alike[number]];
    const ofQuery = {
      after: { txid: sql<number>`q.txid`, seq: sql<number>`q.seq` },
      userId: userId === undefined ? undefined : sql<string>`q.user_id`,
      notificationId: notificationId === undefined ? undefined : sql<string>`q.notification_id`,
      sentBy: sentBy === undefined ? undefined : sql<number>`q.sent_by`,
      most: sql<number>`q.most`,
    };
    const rows = await db.selectFrom(queryRows(alike))
      .innerJoinLateral(
        responseRows(db, tenant, ofQuery).as("found"),
        (join) => join.onTrue(),
      )
      .select(["q.at", floorNow.as("floor")]).selectAll("found")
      .orderBy("q.at").orderBy("found.txid").orderBy("found.seq").execute();
    for (const { at, ...row } of rows) rowsOf[at]!.push(row);
  }
  return queries.map((query, at) => toPage(rowsOf[at]!, query));
}

function filtersOf({ userId, notificationId, sentBy }: ResponsesQuery): string {
  return [userId, notificationId, sentBy].map((filter) => filter !== undefined).join();
}

interface QueryRow {
  at: number;
  txid: number;
  seq: number;
  user_id: string | null;
  notification_id: string | null;
  sent_by: number | null;
  most: number;
}

function queryRows(numbered: { query: ResponsesQuery; at: number }[]) {
  const rows = numbered.map(({ query, at }): QueryRow => ({
    at,
    ...(query.after ?? start),
    user_id: query.userId ?? null,
    notification_id: query.notificationId ?? null,
    sent_by: query.sentBy ?? null,
    most: query.limit + 1,
  }));
  return sql<QueryRow>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<"q">(
    sql`q(at int, txid bigint, seq bigint, user_id text, notification_id uuid, sent_by int, most int)`,
  );
}

type Operand<T> = T | RawBuilder<T>;

interface Wanted {
  after: { txid: Operand<number>; seq: Operand<number> };
  userId?: Operand<string>;
  notificationId?: Operand<string>;
  sentBy?: Operand<number>;
  most: Operand<number>;
}

function responseRows(
  db: Db,
  { companyId }: Tenant,
  { after, userId, notificationId, sentBy, most }: Wanted,
) {
  const page = db.selectFrom("responses as r")
    .select(["r.id", "r.notification_id", "r.user_id", "r.action", "r.reply", "r.responded_at"])
    .select(["r.txid", "r.seq"])
    .where("r.company_id", "=", companyId)
    .where(sql<boolean>`(r.txid, r.seq) > (${after.txid}, ${after.seq})`)
    .$if(userId !== undefined, (q) => q.where("r.user_id", "=", userId!))
    .$if(notificationId !== undefined, (q) => q.where("r.notification_id", "=", notificationId!))
    .$if(sentBy !== undefined, (q) => q.where("r.key_id", "=", sentBy!))
    .$if(notificationId === undefined, (q) => q.where(sql<boolean>`not r.internal`))
    .orderBy("r.txid").orderBy("r.seq").limit(most);
  // "offset 0" keeps both a look-up for each row of the page
  return db.selectFrom(page.as("r"))
    .innerJoinLateral(
      db.selectFrom("notifications").select("data").where("company_id", "=", companyId)
        .where("id", "=", sql.ref<string>("r.notification_id")).offset(sql.lit(0)).as("n"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      db.selectFrom("callbacks")
        .select(["status", "attempts", "last_status", "due_at", "delivered_at"])
        .where("company_id", "=", companyId).where("response_id", "=", sql.ref<string>("r.id"))
        .offset(sql.lit(0)).as("c"),
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
    .select(["r.txid", "r.seq"]).orderBy("r.txid").orderBy("r.seq");
}

type Row = Awaited<ReturnType<ReturnType<typeof responseRows>["execute"]>>[number];

function toPage(rows: (Row & { floor: number })[], { limit, after = start }: ResponsesQuery) {
  const { settled, unsettled } = settle(rows);
  const page = settled.slice(0, limit);
  const last = page.at(-1) ?? after;
  return {
    records: page.map(toRecord),
    meta: { nextCursor: writeCursor(last), hasMore: settled.length > limit },
    unsettled,
  };
}

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
