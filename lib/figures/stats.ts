import { type RawBuilder, sql } from "kysely";
import { channels } from "@/lib/crm/contacts/channels.ts";
import { contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { isUnanswered } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { longestDays } from "@/lib/crm/events/event.ts";
import { isIdle } from "@/lib/crm/opportunities/opportunities.ts";
import { taskStatuses } from "@/lib/crm/tasks/task.ts";
import { isOverdue } from "@/lib/crm/tasks/tasks.ts";
import { addAmounts } from "@/lib/input/amounts.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { companyDecimals } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import { always, keptFigures } from "@/lib/figures/days/figures.ts";
import { daysAhead, type Stats } from "@/lib/figures/stats_record.ts";
import { isAwaitingApproval } from "@/lib/sales/quotes/approval/approval_columns.ts";
import { quoteStatuses } from "@/lib/sales/quotes/quote.ts";
import { hasLapsed, isLapsing } from "@/lib/sales/quotes/quotes.ts";
import type { CountedBy } from "@/lib/input/list.ts";
import type { Reader } from "@/lib/records/lists.ts";

/** The indicators of the company's dashboard as of `now`. Three statements. */
export async function readStats(db: Db, reader: Reader, now = new Date()): Promise<Stats> {
  const counts = await readCounts(db, reader);
  const opportunities = await readPipeline(db, reader, counts, now);
  const { contacts, quotes, tasks, ...work } = await readWork(db, reader, now);
  const of = <Status extends string>(kind: Kind, statuses: readonly Status[]) =>
    Object.fromEntries(
      statuses.map((status) => [status, counted(counts, kind, { status })]),
    ) as Record<Status, number>;
  return {
    contacts: {
      ...of("contact", contactStatuses),
      waiting: counted(counts, "contact_waiting"),
      ...contacts,
      by_channel: byChannel(counts),
    },
    clients: { total: counted(counts, "client") },
    opportunities,
    quotes: { ...of("quote", quoteStatuses), ...quotes },
    tasks: { ...of("task", taskStatuses), ...tasks },
    ...work,
  };
}

type Kind = CountedBy["kind"];

interface Count {
  kind: Kind;
  status: string | null;
  facet: string | null;
  n: number;
}

/** Counts live records of each kind, by state and facet. */
async function readCounts(db: Db, { companyId }: Reader): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select kind, status, facet, sum(n) as n from record_counts
    where company_id = ${companyId} group by kind, status, facet`.execute(db);
  return rows;
}

function counted(
  counts: Count[],
  kind: Kind,
  { status, facet }: { status?: string; facet?: string } = {},
): number {
  return counts
    .filter((row) => row.kind === kind && (status === undefined || row.status === status))
    .filter((row) => facet === undefined || row.facet === facet)
    .reduce((sum, { n }) => sum + n, 0);
}

function byChannel(counts: Count[]): Stats["contacts"]["by_channel"] {
  return Object.fromEntries(
    channels.map((facet) => [facet, counted(counts, "contact", { facet })]),
  ) as Stats["contacts"]["by_channel"];
}

/** Of the open ones only those are read that have been idle for long. */
async function readPipeline(db: Db, tenant: Reader, counts: Count[], now: Date) {
  const { companyId } = tenant;
  const decimals = companyDecimals(companyId);
  const weight = sql`f.amount * coalesce(f.probability, stage.default_probability)`;
  const { rows } = await sql<
    Stats["opportunities"]["by_stage"][number] & {
      rotting: number;
      without_next_action: number;
      weighted_amount: number;
    }
  >`
    with kept as materialized (
      select split_part(f.key, ' ', 1)::int as stage_id,
        nullif(split_part(f.key, ' ', 2), '-')::int as probability,
        split_part(f.key, ' ', 3) = '1' as has_next, sum(f.n) as n, sum(f.amount) as amount
      from ${keptFigures(tenant, ["pipeline"], always)} group by f.key
    )
    select stage.id, stage.name, coalesce(sum(f.n), 0) as count,
      coalesce(sum(f.amount), 0) as amount,
      coalesce(round(sum(${weight}) / 100, ${decimals}), 0) as weighted,
      coalesce(round(sum(sum(${weight})) over () / 100, ${decimals}), 0) as weighted_amount,
      (select count(*) from opportunities t
        where t.company_id = ${companyId} and t.stage_id = stage.id and t.status = 'open'
          and t.deleted_at is null and ${isIdle(now)}) as rotting,
      coalesce(sum(f.n) filter (where not f.has_next), 0) as without_next_action
    from pipeline_stages stage left join kept f on f.stage_id = stage.id
    where stage.company_id = ${companyId} group by stage.id order by stage.order`.execute(db);
  const sum = (name: "count" | "rotting" | "without_next_action") =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    open: sum("count"),
    won: counted(counts, "opportunity", { status: "won" }),
    lost: counted(counts, "opportunity", { status: "lost" }),
    open_amount: addAmounts(rows.map(({ amount }) => amount)),
    weighted_amount: rows[0]?.weighted_amount ?? 0,
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

interface Work extends Pick<Stats, "sales" | "events"> {
  contacts: Pick<Stats["contacts"], "converted" | "unanswered_24h" | "by_mail">;
  quotes: Pick<Stats["quotes"], "sent_amount" | "expiring_7d" | "expired" | "pending_my_approval">;
  tasks: Pick<Stats["tasks"], "overdue" | "due_today" | "mine">;
}

async function readWork(db: Db, reader: Reader, now: Date): Promise<Work> {
  const { companyId, timezone, userId } = reader;
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const wanted = sql`from contacts t where ${live} and not is_spam and not held`;
  const today = dayIn(timezone, now);
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timezone})`;
  const [begin, end] = [start(today), start(addDays(today, 1))];
  const isThisMonth = sql`date_trunc('month', day) = ${`${today.slice(0, 7)}-01`}::date`;
  const touching = (to: RawBuilder<unknown>) =>
    sql`(select count(*) from events where ${live} and starts_at < ${to}
      and starts_at >= ${begin} - make_interval(days => ${longestDays})
      and (ends_at > ${begin} or starts_at >= ${begin}))`;
  const { rows } = await sql<Work>`
    select json_build_object(
        'converted', (select count(*) ${wanted} and converted_client_id is not null),
        'unanswered_24h', (select count(*) ${wanted} and ${isUnanswered(now)}),
        'by_mail', (select count(*) ${wanted} and t.channel = 'other' and t.id in (
          select m.contact_id from channel_accounts a
          join contact_messages m on m.company_id = a.company_id and m.via_id = a.id
          where a.company_id = ${companyId} and a.kind = 'email' and m.deleted_at is null))
      ) as contacts, ${
    oneRow(sql`select
      coalesce(sum(net_total), 0) as sent_amount,
      count(*) filter (where ${isLapsing(today)}) as expiring_7d,
      count(*) filter (where ${hasLapsed(today)}) as expired,
      (select count(*) from quotes t where ${live} and ${isAwaitingApproval(["me"], reader)})
        as pending_my_approval
      from quotes t where ${live} and status = 'sent'`)
  } as quotes, ${
    oneRow(sql`select
      coalesce(sum(n), 0) as total, coalesce(sum(amount), 0) as amount,
      coalesce(sum(n) filter (where ${isThisMonth}), 0) as month_count,
      coalesce(sum(amount) filter (where ${isThisMonth}), 0) as month_amount
      from ${keptFigures(reader, ["sold"], always)}`)
  } as sales, ${
    oneRow(sql`select
      count(*) filter (where ${isOverdue(reader, now)}) as overdue,
      count(*) filter (where due_at >= ${begin} and due_at < ${end}) as due_today,
      count(*) filter (where assignee_id = ${userId}) as mine
      from tasks t where ${live} and status in ('pending', 'in_progress')`)
  } as tasks,
    json_build_object('today', ${touching(end)}, 'next_7d',
      ${touching(start(addDays(today, daysAhead)))}) as events`.execute(db);
  return rows[0]!;
}

/** A query's only row as JSON, so that several fit into one statement. */
function oneRow(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select row_to_json(r) from (${query}) r)`;
}
