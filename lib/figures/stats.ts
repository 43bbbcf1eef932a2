import { type RawBuilder, sql } from "kysely";
import { channels } from "@/lib/crm/contacts/channels.ts";
import { contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { isWaiting } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { touchingEvents } from "@/lib/crm/events/touching.ts";
import { isIdle } from "@/lib/crm/opportunities/opportunities.ts";
import { taskStatuses } from "@/lib/crm/tasks/task.ts";
import { isOverdue } from "@/lib/crm/tasks/tasks.ts";
import { addAmounts } from "@/lib/input/amounts.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { companyDecimals } from "@/lib/db/expressions.ts";
import type { Db } from "@/lib/db/connection.ts";
import { readTogether } from "@/lib/db/pool/departure.ts";
import { lookUp } from "@/lib/db/keys.ts";
import { always, keptFigures, type Piece, piecesOf } from "@/lib/figures/days/figures.ts";
import { daysAhead, type Stats } from "@/lib/figures/stats_record.ts";
import { expiringDays, quoteStatuses } from "@/lib/sales/quotes/quote.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import type { CountedBy } from "@/lib/input/list.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** The indicators of the company's dashboard as of `now`. Three statements, asked at once. */
export async function readStats(db: Db, reader: Reader, now = currentTime()): Promise<Stats> {
  const [counts, stages, [work]] = await readTogether(
    db,
    countsOf(reader),
    pipelineOf(reader, now),
    workOf(reader, now),
  );
  const opportunities = toPipeline(stages, counts);
  const { contacts, quotes, tasks, ...others } = work!;
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
    ...others,
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
function countsOf({ companyId }: Reader) {
  return sql<Count>`/* plan once: count_kinds */
    select kind, status, facet, sum(n) as n from record_counts
    where company_id = ${companyId} group by kind, status, facet`;
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

/** Pieces of all days before one. */
const before = (day: string) => piecesOf({ from: "0001-01-01", to: addDays(day, -1) });

interface Stage extends Pick<Stats["opportunities"], "rotting" | "without_next_action"> {
  id: number;
  name: string;
  count: number;
  amount: number;
  weighted: number;
  weighted_amount: number;
}

/** Days before today are kept as figures; opportunities that became idle today are read. */
function pipelineOf(tenant: Reader, now: Date) {
  const { companyId, timezone } = tenant;
  const today = dayIn(timezone, now);
  const begin = beginOf(today, timezone);
  const decimals = companyDecimals(companyId);
  const weight = sql`f.amount * coalesce(f.probability, stage.default_probability)`;
  return sql<Stage>`/* plan once: pipeline */
    with kept as materialized (
      select split_part(f.key, ' ', 1)::int as stage_id,
        nullif(split_part(f.key, ' ', 2), '-')::int as probability,
        split_part(f.key, ' ', 3) = '1' as has_next, sum(f.n) as n, sum(f.amount) as amount
      from ${keptFigures(tenant, ["pipeline"], always)} group by f.key
    ), idle as materialized (
      select f.key::int as stage_id, sum(f.n) as n
      from ${keptFigures(tenant, ["idle"], before(today))} group by f.key
    ), due as materialized (
      select stage_id, last_activity_at, next_action_at from opportunities
      where company_id = ${companyId} and status = 'open' and deleted_at is null
        and next_action_at >= ${begin} and next_action_at <= ${now}
    )
    select stage.id, stage.name, coalesce(sum(f.n), 0) as count,
      coalesce(sum(f.amount), 0) as amount,
      coalesce(round(sum(${weight}) / 100, ${decimals}), 0) as weighted,
      coalesce(round(sum(sum(${weight})) over () / 100, ${decimals}), 0) as weighted_amount,
      coalesce((select sum(n) from idle where idle.stage_id = stage.id), 0)
        + (select count(*) from opportunities t
          where t.company_id = ${companyId} and t.stage_id = stage.id and t.status = 'open'
            and t.deleted_at is null and ${isIdle(now)}
            and t.last_activity_at >= ${begin} - make_interval(hours => 24 * stage.rot_days))
        + (select count(*) from due t where t.stage_id = stage.id and ${isIdle(now)}
            and t.last_activity_at < ${begin} - make_interval(hours => 24 * stage.rot_days))
        as rotting,
      coalesce(sum(f.n) filter (where not f.has_next), 0) as without_next_action
    from pipeline_stages stage left join kept f on f.stage_id = stage.id
    where stage.company_id = ${companyId} group by stage.company_id, stage.id
    order by stage.order`;
}

function toPipeline(rows: Stage[], counts: Count[]): Stats["opportunities"] {
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

function workOf(reader: Reader, now: Date) {
  const { companyId, timezone, userId } = reader;
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const wanted = sql`from contacts t where ${live} and not is_spam and not held`;
  const countOf = (kind: string) =>
    sql`(select coalesce(sum(n), 0) from record_counts
      where company_id = ${companyId} and kind = ${kind})`;
  const offers = (name: "n" | "amount", pieces: Piece[]) =>
    sql`(select coalesce(sum(f.${sql.ref(name)}), 0)
      from ${keptFigures(reader, ["offer"], pieces)})`;
  const today = dayIn(timezone, now);
  const [begin, end] = [beginOf(today, timezone), beginOf(addDays(today, 1), timezone)];
  const isThisMonth = sql`date_trunc('month', day) = ${`${today.slice(0, 7)}-01`}::date`;
  const touching = (end: RawBuilder<unknown>) =>
    sql`(select count(*) from ${touchingEvents(reader, { begin, end })} touching)`;
  return sql<Work>`/* plan once: work */
    select json_build_object(
        'converted', ${countOf("contact_converted")},
        'unanswered_24h', ${
    countOf("contact_waiting")
  } - (select count(*) ${wanted} and ${isWaiting}
          and t.last_message_at >= ${now}::timestamptz - interval '24 hours'),
        'by_mail', (select count(*) ${wanted} and t.channel = 'other' and exists (
            select from channel_accounts where company_id = ${companyId} and kind = 'email')
          and t.id in (select m.contact_id from channel_accounts a
            join contact_messages m on m.company_id = a.company_id and m.via_id = a.id
            where a.company_id = ${companyId} and a.kind = 'email' and m.deleted_at is null))
      ) as contacts,
      json_build_object(
        'sent_amount', ${offers("amount", always)},
        'expiring_7d', ${offers("n", piecesOf({ from: today, to: addDays(today, expiringDays) }))},
        'expired', ${offers("n", before(today))},
        'pending_my_approval', (select count(*) from quote_approvals a
          cross join ${
    lookUp(sql`select version, status, deleted_at from quotes
            where company_id = ${companyId} and id = a.quote_id`)
  } t
          where a.company_id = ${companyId} and a.state = 'asked' and a.asked_of = ${userId}
            and t.version = a.version and t.deleted_at is null and t.status = 'draft')
      ) as quotes, ${
    oneRow(sql`select
      coalesce(sum(n), 0) as total, coalesce(sum(amount), 0) as amount,
      coalesce(sum(n) filter (where ${isThisMonth}), 0) as month_count,
      coalesce(sum(amount) filter (where ${isThisMonth}), 0) as month_amount
      from ${keptFigures(reader, ["sold"], always)}`)
  } as sales, ${
    oneRow(sql`select
      (select coalesce(sum(f.n), 0) from ${keptFigures(reader, ["task_due"], before(today))})
        + count(*) filter (where ${isOverdue(reader, now)}) as overdue,
      count(*) as due_today,
      (select coalesce(sum(n), 0) from record_counts where company_id = ${companyId}
        and kind = 'task' and status in ('pending', 'in_progress') and assignee_id = ${userId})
        as mine
      from tasks t where ${live} and status in ('pending', 'in_progress')
        and due_at >= ${begin} and due_at < ${end}`)
  } as tasks,
    json_build_object('today', ${touching(end)}, 'next_7d',
      ${touching(beginOf(addDays(today, daysAhead), timezone))}) as events`;
}

/** A query's only row as JSON, so that several fit into one statement. */
function oneRow(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select row_to_json(r) from (${query}) r)`;
}
