import { type ChartColumn, Columns } from "@/components/charts/Columns.tsx";
import { TrendTable } from "@/components/reports/TrendTable.tsx";
import { formatMonth, formatRange } from "@/lib/dates.ts";
import { formatMoney, formatQuantity, formatShortMoney } from "@/lib/money.ts";
import { listHref, within } from "@/lib/pages/reports/links.ts";
import type { Trends, TrendsMonth } from "@/lib/reports/trends_record.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { trendWords } from "@/lib/words/panel/reports/trends.ts";

export interface TrendProps {
  trends: Trends;
  companyId: number;
  language: Language;
}

/** The year below January, and below the first month. */
function noteOf({ month }: TrendsMonth, at: number): string | undefined {
  return at === 0 || month.endsWith("-01") ? month.slice(0, 4) : undefined;
}

/** What was sold in each month. */
export function SalesChart({ trends, companyId, language }: TrendProps) {
  const words = speak(trendWords, language);
  const { currency } = trends;
  if (trends.totals.sales.count === 0) return <p class="py-4 text-soft">{words.noneSold}</p>;
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const number = (count: number) => formatQuantity(count, language);
  const hrefOf = (days: { from: string; to: string }) =>
    listHref("sales", companyId, { status: "active", ...within("sold_at", days) });
  const columns = trends.months.map((month, at): ChartColumn => ({
    label: formatMonth(month.month, language, "short"),
    note: noteOf(month, at),
    up: {
      value: month.sales.amount,
      href: hrefOf(month),
      title: `${formatMonth(month.month, language, "long")}: ${
        words.salesOf(number(month.sales.count))
      }, ${money(month.sales.amount)}`,
      text: formatShortMoney(month.sales.amount, { language, currency }),
    },
  }));
  return (
    <>
      <Columns
        id="sales"
        title={words.sales}
        description={formatRange(trends, language)}
        columns={columns}
      />
      <TrendTable
        language={language}
        head={[words.count, words.amount]}
        rows={trends.months.map((month) => ({
          name: formatMonth(month.month, language, "long"),
          cells: [
            { value: month.sales.count, text: number(month.sales.count), href: hrefOf(month) },
            { value: month.sales.amount, text: money(month.sales.amount), href: hrefOf(month) },
          ],
        }))}
        total={[
          {
            value: trends.totals.sales.count,
            text: number(trends.totals.sales.count),
            href: hrefOf(trends),
          },
          {
            value: trends.totals.sales.amount,
            text: money(trends.totals.sales.amount),
            href: hrefOf(trends),
          },
        ]}
      />
    </>
  );
}

/** What the two colours of the chart below stand for. */
export function OutcomesKey({ language }: { language: Language }) {
  const { won, lost } = speak(trendWords, language);
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

/** Opportunities won, above the line, and lost, below it. */
export function OutcomesChart({ trends, companyId, language }: TrendProps) {
  const words = speak(trendWords, language);
  const { currency, totals } = trends;
  if (totals.won.count + totals.lost.count === 0) {
    return <p class="py-4 text-soft">{words.noneClosed}</p>;
  }
  const number = (count: number) => formatQuantity(count, language);
  const hrefOf = (status: "won" | "lost", days: { from: string; to: string }) =>
    listHref("opportunities", companyId, { status, ...within(`${status}_at`, days) });
  const partOf = (status: "won" | "lost", month: TrendsMonth) => {
    const { count, amount } = month[status];
    const told = words[status === "won" ? "wonOf" : "lostOf"](number(count));
    return {
      value: count,
      href: hrefOf(status, month),
      title: `${formatMonth(month.month, language, "long")}: ${told}, ${
        formatMoney(amount, { language, currency })
      }`,
      text: number(count),
    };
  };
  const cellsOf = (figures: Pick<TrendsMonth, "won" | "lost" | "from" | "to">) =>
    (["won", "lost"] as const).map((status) => ({
      value: figures[status].count,
      text: number(figures[status].count),
      href: hrefOf(status, figures),
    }));
  return (
    <>
      <Columns
        id="outcomes"
        title={words.outcomes}
        description={formatRange(trends, language)}
        columns={trends.months.map((month, at) => ({
          label: formatMonth(month.month, language, "short"),
          note: noteOf(month, at),
          up: partOf("won", month),
          down: partOf("lost", month),
        }))}
      />
      <TrendTable
        language={language}
        head={[words.won, words.lost]}
        rows={trends.months.map((month) => ({
          name: formatMonth(month.month, language, "long"),
          cells: cellsOf(month),
        }))}
        total={cellsOf({ ...totals, from: trends.from, to: trends.to })}
      />
    </>
  );
}
