import { usePage, useWords } from "@/components/page.ts";
import { Columns } from "@/lib/panel/charts/Columns.tsx";
import { axisOf, type TrendProps, wholeOf } from "@/lib/panel/reports/parts/months.ts";
import { TrendTable } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMonth, formatRange } from "@/lib/values/dates.ts";
import { formatMoney, formatQuantity, formatShortMoney } from "@/lib/values/money.ts";
import { listHref, within } from "@/lib/panel/reports/links.ts";
import type { TrendsMonth } from "@/lib/figures/trends_record.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

/** Sales by month. */
export function SalesChart({ trends }: TrendProps) {
  const { companyId, language } = usePage();
  const words = useWords(trendWords);
  const whole = wholeOf(trends);
  if (whole.sales.count === 0) return <p class="py-4 text-soft">{words.noneSold}</p>;
  const place = { language, currency: trends.currency };
  const number = (count: number) => formatQuantity(count, language);
  const hrefOf = (days: { from: string; to: string }) =>
    listHref("sales", companyId, { status: "active", ...within("sold_at", days) });
  const nameOf = ({ month }: TrendsMonth) => formatMonth(month, language, "long");
  const cellsOf = (
    { sales: { count, amount }, ...days }: Pick<TrendsMonth, "sales" | "from" | "to">,
  ) => [
    { value: count, text: number(count), href: hrefOf(days) },
    { value: amount, text: formatMoney(amount, place), href: hrefOf(days) },
  ];
  return (
    <>
      <Columns
        id="sales"
        title={words.sales}
        description={formatRange(whole, language)}
        columns={trends.months.map((month, at) => {
          const { count, amount } = month.sales;
          const sold = `${words.salesOf(number(count))}, ${formatMoney(amount, place)}`;
          return {
            ...axisOf(month, at, language),
            up: {
              value: amount,
              href: hrefOf(month),
              title: `${nameOf(month)}: ${sold}`,
              text: formatShortMoney(amount, place),
            },
          };
        })}
      />
      <TrendTable
        id="sales-by-month"
        head={[words.count, words.amount]}
        rows={trends.months.map((month) => ({ name: nameOf(month), cells: cellsOf(month) }))}
        total={cellsOf(whole)}
      />
    </>
  );
}
