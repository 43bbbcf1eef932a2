import { usePage, useWords } from "@/components/page.ts";
import { RowBar } from "@/lib/panel/charts/CellBar.tsx";
import type { TrendProps } from "@/lib/panel/reports/parts/months.ts";
import { Figure } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { listHref, oneValue, within } from "@/lib/panel/reports/links.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

/** Why opportunities were lost, the most common reason first. */
export function Losses({ trends }: TrendProps) {
  const { companyId, language } = usePage();
  const words = useWords(trendWords);
  const { lost_reasons: reasons, currency } = trends;
  if (reasons.length === 0) return <p class="py-4 text-soft">{words.noneLost}</p>;
  const most = reasons[0]!.count;
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{words.reason}</th>
          <th scope="col" class="number">{words.lost}</th>
          <th scope="col" class="number">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ reason, count, amount }) => {
          const href = listHref("opportunities", companyId, {
            status: "lost",
            lost_reason: oneValue(reason),
            ...within("lost_at", trends),
          });
          return (
            <tr key={reason}>
              <th scope="row">
                <span class="block pb-1" dir="auto">{reason}</span>
                <RowBar value={count} max={most} isSoft />
              </th>
              <td class="number">
                <Figure value={count} text={formatQuantity(count, language)} href={href} />
              </td>
              <td class="number">
                <Figure
                  value={amount}
                  text={formatMoney(amount, { language, currency })}
                  href={href}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
