import { type Expression, type RawBuilder, sql } from "kysely";
import { personIn } from "@/lib/access/people.ts";
import type { Db } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { countNotifications } from "@/lib/notify/sending/counts/kept_counts.ts";
import {
  keptSums,
  recipientSummary,
  stateColumn,
} from "@/lib/notify/sending/counts/recipient_summary.ts";
import { createdWithin } from "@/lib/notify/sending/created_range.ts";
import { toAsks } from "@/lib/notify/sending/asks.ts";
import { dueTimesOf, toDueTimes } from "@/lib/notify/sending/due_times.ts";
import type { NotificationQuery, Source } from "@/lib/notify/sending/notification_list.ts";
import { rowStates, type Summary } from "@/lib/notify/sending/notification_row.ts";
import { dataText, toJsonText } from "@/lib/notify/sending/notifications.ts";

interface Reading extends Tenant {
  timezone?: string;
}

type Filters = Partial<Omit<NotificationQuery, "page" | "per_page">>;

interface PageQuery extends Filters {
  page: number;
  perPage: number;
}

/** Newest first, the CRM's too; `page` counts from 1. Two statements. */
export async function findNotificationPage(db: Db, reading: Reading, query: PageQuery) {
  const { page, perPage } = query;
  const total = await countMatches(db, reading, query);
  if (total === 0) return { records: [], total };
  const ids = db.selectFrom("notifications as n").where(conditionsOf(reading, query)).select("n.id")
    .orderBy("n.created_at", "desc").orderBy("n.id", "desc")
    .limit(perPage).offset((page - 1) * perPage);
  const list = summarised(db, reading, ids)
    .orderBy("n.created_at", "desc").orderBy("n.id", "desc");
  const { rows } = isPlain(query)
    ? await planOnce("notifications", list).execute(db)
    : { rows: await list.execute() };
  return { records: rows.map(toListed), total };
}

async function countMatches(
  db: Db,
  reading: Reading,
  query: PageQuery,
) {
  if (isPlain(query)) return await countNotifications(db, reading);
  const { total } = await db.selectFrom("notifications as n").where(conditionsOf(reading, query))
    .select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return total;
}

function isPlain({ page: _, perPage: __, ...filters }: PageQuery): boolean {
  return Object.values(filters).every((value) => value === undefined || value === "");
}

export async function findSummarised(db: Db, reading: Reading, id: string) {
  const row = await summarised(db, reading, idsOf([id]))
    .select([dataText("n.data"), "n.idempotency_key as idempotencyKey"])
    .select(dueTimesOf("n.company_id", "n.id").as("dueTimes"))
    .executeTakeFirst();
  if (!row) return undefined;
  const { dueTimes, ...notification } = row;
  return { ...toShown(notification), ...toAsks(row.asks), dueTimes: toDueTimes(dueTimes) };
}

/** Notifications as programs see them, in no order. */
export async function findSent(db: Db, reading: Reading, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await summarised(db, reading, idsOf(ids))
    .select([dataText("n.data"), "n.idempotency_key as idempotencyKey"]).execute();
  return rows.map((row) => {
    const { source: _, createdBy: __, ...notification } = toShown(row);
    return { ...notification, notificationId: row.id };
  });
}

const answersShown = 2;

const idsOf = (ids: string[]) => sql<{ id: string }>`(select unnest(${ids}::uuid[]) as id)`;

function summarised(db: Db, { companyId }: Reading, ids: Expression<{ id: string }>) {
  return db.with((cte) => cte("page").materialized(), () => ids).selectFrom("notifications as n")
    .leftJoin(
      "api_keys as k",
      (join) => join.onRef("k.company_id", "=", "n.company_id").onRef("k.id", "=", "n.key_id"),
    )
    .leftJoin(keptSums(companyId).as("c"), "c.notification_id", "n.id")
    .innerJoin(recipientSummary.as("s"), (join) => join.onTrue())
    .select(["n.id", "n.title", "n.body", "n.type", "n.priority", "n.sender", "n.url", "n.tag"])
    .select(["n.ttl", "n.actions", "n.allow_reply as allowReply", "n.callback_url as callbackUrl"])
    .select(["n.created_at as createdAt", "n.expires_at as expiresAt", "n.asks"])
    .select(["s.recipients", "s.states", "s.first"])
    .select(sql<Source>`case when n.internal then 'crm' when n.key_id is not null then 'key'
      else 'member' end`.as("source"))
    .select(sql<{ id: number; name: string } | null>`
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end`.as("key"))
    .select(sql<Summary["answers"]>`(
      select coalesce(json_agg(json_build_object('userId', a.user_id, 'action', a.action,
        'reply', a.reply, 'respondedAt', a.responded_at)), '[]')
      from (select * from responses a
        where a.company_id = n.company_id and a.notification_id = n.id
        order by a.responded_at desc, a.seq desc limit ${answersShown}) a)`.as("answers"))
    .select(personIn("n", "created_by").as("createdBy"))
    .where("n.company_id", "=", companyId)
    .where(sql<boolean>`n.id = any (array(select id from page))`);
}

type Summarised = Awaited<ReturnType<ReturnType<typeof summarised>["execute"]>>[number];

function toShown(
  { data, idempotencyKey, ...row }: Summarised & {
    data: string | null;
    idempotencyKey: string | null;
  },
) {
  return { ...toListed(row), data: toJsonText(data), idempotencyKey };
}

function toListed({ recipients, states, first, answers, asks: _, ...row }: Summarised) {
  const none = Object.fromEntries(rowStates.map((state) => [state, 0])) as Summary["states"];
  return {
    ...row,
    summary: {
      recipients,
      states: { ...none, ...states },
      first,
      answers: answers.map((one) => ({ ...one, respondedAt: new Date(one.respondedAt) })),
    },
  };
}

/** A scalar look-up for each notification: a join would read its table from end to end. */
function conditionsOf(
  { companyId, timezone = "UTC" }: Reading,
  query: Filters,
): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [sql`n.company_id = ${companyId}`];
  const { q, state, type, priority, source, keyId, userId, answered } = query;
  if (type) all.push(sql`n.type in (${sql.join(type)})`);
  if (priority) all.push(sql`n.priority in (${sql.join(priority)})`);
  if (keyId) all.push(sql`n.key_id in (${sql.join(keyId)})`);
  if (source === "key") all.push(sql`n.key_id is not null`);
  if (source === "member") all.push(sql`n.created_by is not null and not n.internal`);
  if (source === "crm") all.push(sql`n.internal`);
  if (userId !== undefined) {
    all.push(sql`n.id = any (array(select notification_id from notification_recipients
      where company_id = ${companyId} and user_id = ${userId}))`);
  }
  if (state) {
    all.push(sql`(select true from notification_recipients r
      where r.company_id = n.company_id and r.notification_id = n.id and ${stateColumn} = ${state}
      limit 1)`);
  }
  if (answered !== undefined) {
    const answer = sql`(select true from responses a
      where a.company_id = n.company_id and a.notification_id = n.id limit 1)`;
    all.push(
      answered
        ? answer
        : sql`(json_array_length(n.actions) > 0 or n.allow_reply) and ${answer} is null`,
    );
  }
  all.push(...createdWithin("n.created_at", query, timezone));
  all.push(...(q ?? "").split(/\s+/).filter(Boolean).map(holdsWord));
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Folded as in searches, but without an index: every send would pay for it. */
function holdsWord(word: string): RawBuilder<unknown> {
  return sql`strpos(relevo_fold(concat_ws(' ', n.title, n.body, n.sender)), relevo_fold(${word})) > 0`;
}
