import { type RawBuilder, sql } from "kysely";
import { type channel, channels } from "@/lib/crm/contact.ts";
import { longestDays } from "@/lib/crm/event.ts";
import { addDays, dayIn } from "@/lib/dates.ts";
import type { Db } from "@/lib/db/connection.ts";
import { toCents } from "@/lib/reports/cents.ts";
import { daysAhead, type Stats } from "@/lib/reports/stats_record.ts";
import type { Asker } from "@/lib/web/lists.ts";
import type * as z from "zod";

/** The indicators of the company's dashboard as of `now`. Three statements. */
export async function readStats(db: Db, asker: Asker, now = new Date()): Promise<Stats> {
  const people = await readPeople(db, asker, now);
  const opportunities = await readPipeline(db, asker, now);
  return { ...people, opportunities, ...await readWork(db, asker, now) };
}

async function readPeople(db: Db, { companyId }: Asker, now: Date) {
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const { rows } = await sql<{
    contacts: Omit<Stats["contacts"], "by_channel">;
    channels: { channel: z.output<typeof channel>; count: number }[];
    clients: Stats["clients"];
  }>`
    with contact as materialized (
      select channel, status, converted_client_id is not null as converted,
        last_direction = 'in' and last_message_at < ${now}::timestamptz - interval '24 hours'
          as waiting
      from contacts where ${live} and not is_spam)
    select ${
    oneRow(sql`select
      count(*) filter (where status = 'new') as new,
      count(*) filter (where status = 'read') as read,
      count(*) filter (where status = 'archived') as archived,
      count(*) filter (where converted) as converted,
      count(*) filter (where waiting and status <> 'archived') as unanswered_24h
      from contact`)
  } as contacts,
    (select coalesce(json_agg(c), '[]') from (
      select channel, count(*) from contact group by channel) c) as channels,
    ${oneRow(sql`select count(*) as total from clients where ${live}`)} as clients`
    .execute(db);
  const { contacts, clients, channels: counted } = rows[0]!;
  const by_channel = Object.fromEntries(
    channels.map((name) => [name, counted.find((row) => row.channel === name)?.count ?? 0]),
  ) as Stats["contacts"]["by_channel"];
  return { contacts: { ...contacts, by_channel }, clients };
}

/** Won and lost are counted on an index; only the open ones are read. */
async function readPipeline(db: Db, { companyId }: Asker, now: Date) {
  const closed = (status: string) =>
    sql<number>`(select count(*) from opportunities
      where company_id = ${companyId} and deleted_at is null and status = ${status})`;
  const { rows } = await sql<
    Stats["opportunities"]["by_stage"][number] & {
      rotting: number;
      without_next_action: number;
      won: number;
      lost: number;
    }
  >`
    select s.id, s.name, count(o.id), coalesce(sum(o.amount), 0) as amount,
      coalesce(round(sum(o.amount * coalesce(o.probability, s.default_probability)) / 100, 2), 0)
        as weighted,
      count(o.id) filter (where s.rot_days > 0
        and o.last_activity_at + make_interval(hours => 24 * s.rot_days) < ${now}::timestamptz
        and (o.next_action_at is null or o.next_action_at <= ${now}::timestamptz)) as rotting,
      count(o.id) filter (where o.next_action_at is null) as without_next_action,
      ${closed("won")} as won, ${closed("lost")} as lost
    from pipeline_stages s left join opportunities o on o.company_id = s.company_id
      and o.stage_id = s.id and o.status = 'open' and o.deleted_at is null
    where s.company_id = ${companyId} group by s.id order by s.order`.execute(db);
  const sum = (name: "count" | "rotting" | "without_next_action") =>
    rows.reduce((total, row) => total + row[name], 0);
  const cents = (name: "amount" | "weighted") =>
    rows.reduce((total, row) => total + toCents(row[name]), 0) / 100;
  return {
    open: sum("count"),
    won: rows[0]?.won ?? 0,
    lost: rows[0]?.lost ?? 0,
    open_amount: cents("amount"),
    weighted_amount: cents("weighted"),
    rotting: sum("rotting"),
    without_next_action: sum("without_next_action"),
    by_stage: rows.map(({ id, name, count, amount, weighted }) => ({
      id,
      name,
      count,
      amount,
      weighted,
    })),
  };
}

type Work = Pick<Stats, "quotes" | "sales" | "tasks" | "events">;

async function readWork(db: Db, asker: Asker, now: Date): Promise<Work> {
  const { companyId, timezone, userId } = asker;
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const today = dayIn(timezone, now);
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timezone})`;
  const [begin, end] = [start(today), start(addDays(today, 1))];
  const last = addDays(today, daysAhead);
  const monthBegin = start(`${today.slice(0, 7)}-01`);
  const monthEnd = sql`((${`${today.slice(0, 7)}-01`}::date + interval '1 month')
    at time zone ${timezone})`;
  const touching = (to: RawBuilder<unknown>) =>
    sql`(select count(*) from events where ${live} and starts_at < ${to}
      and starts_at >= ${begin} - make_interval(days => ${longestDays})
      and (ends_at > ${begin} or starts_at >= ${begin}))`;
  const { rows } = await sql<Work>`
    select ${
    oneRow(sql`select
      count(*) filter (where status = 'draft') as draft,
      count(*) filter (where status = 'sent') as sent,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'sold') as sold,
      count(*) filter (where status = 'rejected') as rejected,
      (select coalesce(sum(net_total), 0) from quotes where ${live} and status = 'sent')
        as sent_amount,
      count(*) filter (where status = 'sent'
        and valid_until between ${today}::date and ${last}::date) as expiring_7d,
      count(*) filter (where status = 'sent' and valid_until < ${today}::date) as expired
      from quotes where ${live}`)
  } as quotes, ${
    oneRow(sql`select
      count(*) as total, coalesce(sum(net_total), 0) as amount,
      count(*) filter (where sold_at >= ${monthBegin} and sold_at < ${monthEnd}) as month_count,
      coalesce(sum(net_total) filter (where sold_at >= ${monthBegin} and sold_at < ${monthEnd}), 0)
        as month_amount
      from sales where ${live} and status = 'active'`)
  } as sales, ${
    oneRow(sql`select
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'in_progress') as in_progress,
      (select count(*) from tasks where ${live} and status = 'done') as done,
      count(*) filter (where due_at < case when due_all_day then ${begin}
        else ${now}::timestamptz end) as overdue,
      count(*) filter (where due_at >= ${begin} and due_at < ${end}) as due_today,
      count(*) filter (where assignee_id = ${userId}) as mine
      from tasks where ${live} and status in ('pending', 'in_progress')`)
  } as tasks,
    json_build_object('today', ${touching(end)}, 'next_7d',
      ${touching(start(addDays(last, 1)))}) as events`.execute(db);
  return rows[0]!;
}

/** A query's only row as JSON, so that several fit into one statement. */
function oneRow(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select row_to_json(r) from (${query}) r)`;
}
