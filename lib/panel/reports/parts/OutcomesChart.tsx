import { usePage, useWords } from "@/components/page.ts";
import { Columns } from "@/lib/panel/charts/Columns.tsx";
import { axisOf, type TrendProps, wholeOf } from "@/lib/panel/reports/parts/months.ts";
import { TrendTable } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMonth, formatRange } from "@/lib/values/dates.ts";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { listHref, within } from "@/lib/panel/reports/links.ts";
import type { TrendsMonth } from "@/lib/figures/trends_record.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

/** Key to the two colours of the chart below. */
export function OutcomesKey() {
  const { won, lost } = useWords(trendWords);
  return (
    <span class="inline-flex items-center gap-3">
      {[["bg-accent", won], ["bg-line-strong", lost]].map(([look, word]) => (
        <span key={word} class="inline-flex items-center gap-1.5">
          <span class={`size-2 rounded-sm ${look}`} aria-hidden="true" />
          {word}
        </span>
      ))}
    </span>
  );
}

const outcomes = ["won", "lost"] as const;

/** Opportunities won, above the line, and lost, below it. */
export function OutcomesChart({ trends }: TrendProps) {
  const { companyId, language } = usePage();
  const words = useWords(trendWords);
  const whole = wholeOf(trends);
  if (whole.won.count + whole.lost.count === 0) {
    return <p class="py-4 text-soft">{words.noneClosed}</p>;
  }
  const number = (count: number) => formatQuantity(count, language);
  const hrefOf = (status: "won" | "lost", days: { from: string; to: string }) =>
    listHref("opportunities", companyId, { status, ...within(`${status}_at`, days) });
  const nameOf = ({ month }: TrendsMonth) => formatMonth(month, language, "long");
  const partOf = (status: "won" | "lost", month: TrendsMonth) => {
    const { count, amount } = month[status];
    const deals = words[status === "won" ? "wonOf" : "lostOf"](number(count));
    const money = formatMoney(amount, { language, currency: trends.currency });
    return {
      value: count,
      href: hrefOf(status, month),
      title: `${nameOf(month)}: ${deals}, ${money}`,
      text: number(count),
    };
  };
  const cellsOf = (figures: Pick<TrendsMonth, "won" | "lost" | "from" | "to">) =>
    outcomes.map((status) => ({
      value: figures[status].count,
      text: number(figures[status].count),
      href: hrefOf(status, figures),
    }));
  return (
    <>
      <Columns
        id="outcomes"
        title={words.outcomes}
        description={formatRange(whole, language)}
        columns={trends.months.map((month, at) => ({
          ...axisOf(month, at, language),
          up: partOf("won", month),
          down: partOf("lost", month),
        }))}
      />
      <TrendTable
        id="outcomes-by-month"
        head={outcomes.map((status) => words[status])}
        rows={trends.months.map((month) => ({ name: nameOf(month), cells: cellsOf(month) }))}
        total={cellsOf(whole)}
      />
    </>
  );
}
