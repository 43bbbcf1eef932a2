import { sql } from "kysely";
import { addAmounts } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import { withinDays } from "@/lib/figures/day_range.ts";
import type { Figure, ReportRange } from "@/lib/figures/report_record.ts";
import { monthsOf, type Trends, type TrendsStage } from "@/lib/figures/trends_record.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import type { Reader } from "@/lib/records/lists.ts";

/**
 * Sales and opportunities of the days of the range, by month and by stage. Two statements.
 * @param span the days of the months, where they begin before the range; both end on one day
 */
export async function readTrends(
  db: Db,
  reader: Reader & { currency: string },
  range: ReportRange,
  span = range,
): Promise<Trends> {
  const counts = await readMonths(db, reader, range, span);
  const within = counts.filter(({ is_within }) => is_within);
  const { timezone, currency } = reader;
  return {
    ...range,
    timezone,
    currency,
    months: monthsOf(span).map((days) => {
      const own = counts.filter(({ month }) => month === days.month);
      return { ...days, ...outcomesOf(own), lost_reasons: reasonsOf(own) };
    }),
    totals: outcomesOf(within),
    lost_reasons: reasonsOf(within),
    funnel: await readFunnel(db, reader, range),
  };
}

/** Figures of one month; `reason` only of lost ones. */
interface Count extends Figure {
  outcome: "sales" | "created" | "won" | "lost";
  month: string;
  reason: string | null;
  /** Whether it is of the range, and not of an earlier month that is shown. */
  is_within: boolean;
}

/** Every figure above zero. Each part reads its own index by the days. */
async function readMonths(
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
  const { rows } = await sql<Count>`
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

function outcomesOf(counts: Count[]): Trends["totals"] {
  const of = (name: Count["outcome"]) => sumOf(counts.filter(({ outcome }) => outcome === name));
  return { sales: of("sales"), created: of("created"), won: of("won"), lost: of("lost") };
}

function reasonsOf(counts: Count[]): Trends["lost_reasons"] {
  const lost = counts.filter(({ outcome }) => outcome === "lost");
  const reasons = [...new Set(lost.map(({ reason }) => reason!))];
  return reasons
    .map((reason) => ({ reason, ...sumOf(lost.filter((one) => one.reason === reason)) }))
    .sort((a, b) => b.count - a.count || b.amount - a.amount || (a.reason < b.reason ? -1 : 1));
}

function sumOf(figures: Figure[]): Figure {
  const count = figures.reduce((sum, figure) => sum + figure.count, 0);
  return { count, amount: addAmounts(figures.map(({ amount }) => amount)) };
}

type Row = Omit<TrendsStage, "advanced" | "conversion"> & { created: number; won: number };

/**
 * Outcome of the opportunities created in the range. Won ones count as having reached every stage,
 * also where a sale was confirmed from an early one.
 */
async function readFunnel(db: Db, { companyId, timezone }: Reader, range: ReportRange) {
  const within = withinDays(range, timezone);
  const { rows } = await sql<Row>`
    with stage as (
      select id, name, "order" from pipeline_stages where company_id = ${companyId}
    ), cohort as (
      select t.id, t.status, t.stage_id, stage."order" as position
      from opportunities t join stage on stage.id = t.stage_id
      where t.company_id = ${companyId} and t.deleted_at is null and ${within("t.created_at")}
    ), stay as (
      select cohort.id, cohort.status, stage.id as stage_id, stage."order" as position,
        extract(epoch from l.left_at - l.entered_at) as seconds
      from cohort cross join ${
    lookUp(sql`select to_stage_id, entered_at, left_at from opportunity_stage_log
      where company_id = ${companyId} and opportunity_id = cohort.id`)
  } l join stage on stage.id = l.to_stage_id
    ), furthest as (
      select id, status, max(position) as position
      from (select id, status, position from cohort
        union all select id, status, position from stay) been
      group by id, status
    )
    select id, stage.name, total.created, total.won,
      (select count(*) from furthest f where f.status = 'won' or f.position >= stage."order") as reached,
      coalesce(own.open, 0) as open, coalesce(own.lost, 0) as lost, stays.median_days
    from stage cross join (
        select count(*) as created, count(*) filter (where status = 'won') as won from cohort
      ) total
      left join (
        select stage_id as id, count(*) filter (where status = 'open') as open,
          count(*) filter (where status = 'lost') as lost
        from cohort group by 1
      ) own using (id)
      left join (
        select stage_id as id, round(
          (percentile_cont(0.5) within group (order by seconds) / 86400)::numeric, 1) as median_days
        from stay where seconds is not null group by 1
      ) stays using (id)
    order by stage."order"`.execute(db);
  const { created, won } = rows[0]!;
  const stages = rows.map(({ created: _created, won: _won, ...row }, at) => {
    const advanced = rows[at + 1]?.reached ?? won;
    const conversion = row.reached === 0 ? null : Math.round(advanced / row.reached * 1000) / 10;
    return { ...row, advanced, conversion };
  });
  return { created, won, stages };
}
