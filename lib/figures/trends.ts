import { sql } from "kysely";
import { addAmounts } from "@/lib/input/amounts.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { readTogether } from "@/lib/db/pool/departure.ts";
import { funnelOf, toFunnel } from "@/lib/figures/funnel.ts";
import { keptFigures, piecesOf } from "@/lib/figures/days/figures.ts";
import type { Figure, ReportRange } from "@/lib/figures/report_record.ts";
import { monthsOf, type Trends } from "@/lib/figures/trends_record.ts";
import type { Reader } from "@/lib/records/lists.ts";
import { addDays } from "@/lib/values/dates.ts";

/**
 * Sales and opportunities of the days of the range, by month and by stage. Two statements, asked at once.
 * @param span the days of the months, where they begin before the range; both end on one day
 */
export async function readTrends(
  db: Db,
  reader: Reader & { currency: string },
  range: ReportRange,
  span = range,
): Promise<Trends> {
  const [counts, stages] = await readTogether(
    db,
    monthsIn(reader, range, span),
    funnelOf(reader, range),
  );
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
    funnel: toFunnel(stages),
  };
}

/** Figures of one month; `reason` only of lost ones. */
interface Count extends Figure {
  outcome: "sold" | "created" | "won" | "lost";
  month: string;
  reason: string | null;
  /** Whether it is of the range, and not of an earlier month that is shown. */
  is_within: boolean;
}

/** Every figure above zero. */
function monthsIn(tenant: Tenant, { from }: ReportRange, span: ReportRange) {
  const pieces = [
    ...(span.from < from ? piecesOf({ from: span.from, to: addDays(from, -1) }) : []),
    ...piecesOf({ from, to: span.to }),
  ];
  return sql<Count>`/* plan once: months */
    select f.figure as outcome, to_char(f.day, 'YYYY-MM') as month,
      f.day >= ${from}::date as is_within, case f.figure when 'lost' then f.key end as reason,
      sum(f.n) as count, sum(f.amount) as amount
    from ${keptFigures(tenant, ["sold", "created", "won", "lost"], pieces)}
    group by 1, 2, 3, 4 having sum(f.n) <> 0`;
}

function outcomesOf(counts: Count[]): Trends["totals"] {
  const of = (name: Count["outcome"]) => sumOf(counts.filter(({ outcome }) => outcome === name));
  return { sales: of("sold"), created: of("created"), won: of("won"), lost: of("lost") };
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
