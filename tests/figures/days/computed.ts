/** The figures that are kept, calculated from opportunities, their log and sales. */
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { withinDays } from "@/lib/figures/day_range.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";
import type { Trends, TrendsStage } from "@/lib/figures/trends_record.ts";
import { isByMail } from "@/lib/crm/contacts/contacts.ts";
import { isUnanswered } from "@/lib/crm/contacts/unanswered/is_waiting.ts";
import { isRotting } from "@/lib/crm/opportunities/opportunities.ts";
import { isOverdue } from "@/lib/crm/tasks/tasks.ts";
import { companyDecimals } from "@/lib/db/expressions.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import { hasLapsed, isLapsing } from "@/lib/sales/quotes/quotes.ts";
import { addDays, dayIn } from "@/lib/values/dates.ts";

export interface Reader {
  companyId: number;
  userId: number;
  timezone: string;
  currency: string;
}

interface Outcome {
  outcome: "sales" | "created" | "won" | "lost";
  month: string;
  reason: string | null;
  count: number;
  amount: number;
  is_within: boolean;
}

/** Every figure above zero, by month and reason. */
export async function computeMonths(
  db: Db,
  { companyId, timezone }: Reader,
  { from }: ReportRange,
  span: ReportRange,
) {
  const within = withinDays(span, timezone);
  const live = sql`company_id = ${companyId} and deleted_at is null`;
  const when = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timezone}, 'YYYY-MM') as month,
      ${sql.ref(column)} >= ${beginOf(from, timezone)} as is_within`;
  const { rows } = await sql<Outcome>`
    select 'sales' as outcome, ${when("sold_at")}, null as reason, count(*),
        sum(net_total) as amount
      from sales where ${live} and status = 'active' and ${within("sold_at")} group by 2, 3
    union all select 'created', ${when("created_at")}, null, count(*), sum(amount)
      from opportunities where ${live} and ${within("created_at")} group by 2, 3
    union all select 'won', ${when("won_at")}, null, count(*), sum(amount)
      from opportunities where ${live} and status = 'won' and ${within("won_at")} group by 2, 3
    union all select 'lost', ${when("lost_at")}, lost_reason, count(*), sum(amount)
      from opportunities where ${live} and status = 'lost' and ${within("lost_at")}
      group by 2, 3, 4`.execute(db);
  return rows;
}

type Row = Omit<TrendsStage, "advanced" | "conversion"> & { created: number; won: number };

/** The medians are exact. */
export async function computeFunnel(
  db: Db,
  { companyId, timezone }: Reader,
  range: ReportRange,
): Promise<Trends["funnel"]> {
  const within = withinDays(range, timezone);
  const { rows } = await sql<Row>`
    with stage as (
      select id, name, "order" from pipeline_stages where company_id = ${companyId}
    ), cohort as (
      select t.id, t.status, t.stage_id, stage."order" as position
      from opportunities t join stage on stage.id = t.stage_id
      where t.company_id = ${companyId} and t.deleted_at is null and ${within("t.created_at")}
    ), stay as (
      select cohort.id, stage.id as stage_id, stage."order" as position,
        extract(epoch from l.left_at - l.entered_at) as seconds
      from cohort
        join opportunity_stage_log l on l.company_id = ${companyId} and l.opportunity_id = cohort.id
        join stage on stage.id = l.to_stage_id
    ), furthest as (
      select id, status, max(position) as position
      from (select id, status, position from cohort
        union all select stay.id, cohort.status, stay.position
          from stay join cohort on cohort.id = stay.id) been
      group by id, status
    )
    select stage.id, stage.name,
      (select count(*) from cohort) as created,
      (select count(*) from cohort where status = 'won') as won,
      (select count(*) from furthest f where f.status = 'won' or f.position >= stage."order") as reached,
      (select count(*) from cohort c where c.stage_id = stage.id and c.status = 'open') as open,
      (select count(*) from cohort c where c.stage_id = stage.id and c.status = 'lost') as lost,
      (select round((percentile_cont(0.5) within group (order by seconds) / 86400)::numeric, 1)
        from stay where stay.stage_id = stage.id and seconds is not null) as median_days
    from stage order by stage."order"`.execute(db);
  const { created, won } = rows[0]!;
  const stages = rows.map(({ created: _created, won: _won, ...row }, at) => {
    const advanced = rows[at + 1]?.reached ?? won;
    const conversion = row.reached === 0 ? null : Math.round(advanced / row.reached * 1000) / 10;
    return { ...row, advanced, conversion };
  });
  return { created, won, stages };
}

/** By employee: sales, and opportunities won, lost and open. */
export async function computePeople(
  db: Db,
  { companyId, timezone }: Reader,
  range: ReportRange,
) {
  const within = withinDays(range, timezone);
  const live = sql`t.company_id = ${companyId} and t.deleted_at is null`;
  const { rows } = await sql<{ user_id: number; name: string; count: number; amount: number }>`
    select o.assignee_id as user_id, 'sales' as name, count(*), sum(t.net_total) as amount
      from sales t join opportunities o on o.company_id = t.company_id and o.id = t.opportunity_id
      where ${live} and t.status = 'active' and ${within("t.sold_at")} group by 1
    union all select t.assignee_id, 'won', count(*), 0 from opportunities t
      where ${live} and t.status = 'won' and ${within("t.won_at")} group by 1
    union all select t.assignee_id, 'lost', count(*), 0 from opportunities t
      where ${live} and t.status = 'lost' and ${within("t.lost_at")} group by 1
    union all select t.assignee_id, 'open', count(*), 0 from opportunities t
      where ${live} and t.status = 'open' and ${within("t.created_at")} group by 1
    union all select o.assignee_id, t.status, count(*), 0 from quotes t
      join opportunities o on o.company_id = t.company_id and o.id = t.opportunity_id
      where ${live} and t.issue_date between ${range.from}::date and ${range.to}::date
      group by 1, 2
    union all select t.assignee_id, 'done', count(*), 0 from tasks t
      where ${live} and t.status = 'done' and ${within("t.done_at")} group by 1
    union all select t.assignee_id, 'pending', count(*), 0 from tasks t
      where ${live} and t.status in ('pending', 'in_progress') and ${within("t.created_at")}
      group by 1`.execute(db);
  return rows;
}

/** Offers that are out: their worth, and by their last day. */
export async function computeOffers(db: Db, { companyId, timezone }: Reader, now: Date) {
  const today = dayIn(timezone, now);
  const { rows } = await sql`
    select coalesce(sum(net_total), 0) as sent_amount,
      count(*) filter (where ${isLapsing(today)}) as expiring_7d,
      count(*) filter (where ${hasLapsed(today)}) as expired
    from quotes t where company_id = ${companyId} and deleted_at is null and status = 'sent'`
    .execute(db);
  return rows[0]!;
}

/** Contacts that became clients, that have waited for a day, and that wrote mail. */
export async function computeContacts(db: Db, { companyId }: Reader, now: Date) {
  const { rows } = await sql`
    select count(*) filter (where converted_client_id is not null) as converted,
      count(*) filter (where ${isUnanswered(now)}) as unanswered_24h,
      count(*) filter (where ${isByMail}) as by_mail
    from contacts t where company_id = ${companyId} and deleted_at is null and not is_spam
      and not held`.execute(db);
  return rows[0]!;
}

export async function computePipeline(db: Db, { companyId }: Reader, now: Date) {
  const weight = sql`t.amount * coalesce(t.probability, stage.default_probability)`;
  const decimals = companyDecimals(companyId);
  const { rows } = await sql<
    Record<
      | "id"
      | "count"
      | "amount"
      | "weighted"
      | "weighted_amount"
      | "rotting"
      | "without_next_action",
      number
    >
  >`
    select stage.id, count(t.id), coalesce(sum(t.amount), 0) as amount,
      coalesce(round(sum(${weight}) / 100, ${decimals}), 0) as weighted,
      coalesce(round(sum(sum(${weight})) over () / 100, ${decimals}), 0) as weighted_amount,
      count(t.id) filter (where ${isRotting(now)}) as rotting,
      count(t.id) filter (where t.next_action_at is null) as without_next_action
    from pipeline_stages stage left join opportunities t on t.company_id = stage.company_id
      and t.stage_id = stage.id and t.status = 'open' and t.deleted_at is null
    where stage.company_id = ${companyId} group by stage.company_id, stage.id
    order by stage.order`.execute(db);
  return rows;
}

export async function computeSales(db: Db, { companyId, timezone }: Reader, now: Date) {
  const thisMonth = sql`to_char(sold_at at time zone ${timezone}, 'YYYY-MM') =
    to_char(${now}::timestamptz at time zone ${timezone}, 'YYYY-MM')`;
  const { rows } = await sql`
    select count(*) as total, coalesce(sum(net_total), 0) as amount,
      count(*) filter (where ${thisMonth}) as month_count,
      coalesce(sum(net_total) filter (where ${thisMonth}), 0) as month_amount
    from sales where company_id = ${companyId} and deleted_at is null and status = 'active'`
    .execute(db);
  return rows[0]!;
}

export async function computeTasks(db: Db, reader: Reader, now: Date) {
  const { companyId, timezone, userId } = reader;
  const today = dayIn(timezone, now);
  const [begin, end] = [beginOf(today, timezone), beginOf(addDays(today, 1), timezone)];
  const { rows } = await sql`
    select count(*) filter (where ${isOverdue(reader, now)}) as overdue,
      count(*) filter (where due_at >= ${begin} and due_at < ${end}) as due_today,
      count(*) filter (where assignee_id = ${userId}) as mine
    from tasks t where company_id = ${companyId} and deleted_at is null
      and status in ('pending', 'in_progress')`.execute(db);
  return rows[0]!;
}
