import { usePage, useWords } from "@/components/page.ts";
import { RowBar } from "@/lib/panel/charts/CellBar.tsx";
import type { StatProps } from "@/lib/panel/dashboard/Attention.tsx";
import { Figure } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { listHref } from "@/lib/panel/reports/links.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";

/** The open opportunities of each stage: how many, how much, and how much by its probability. */
export function Pipeline({ stats, currency }: StatProps & { currency: string }) {
  const { companyId, language } = usePage();
  const words = useWords(dashboardWords);
  const { open, open_amount, weighted_amount, by_stage: stages } = stats.opportunities;
  const most = Math.max(...stages.map(({ amount }) => amount));
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const cells = (
    { count, amount, weighted, href }: Record<"count" | "amount" | "weighted", number> & {
      href: string;
    },
  ) => (
    <>
      <td class="number">
        <Figure value={count} text={formatQuantity(count, language)} href={href} />
      </td>
      <td class="number">
        <Figure value={amount} text={money(amount)} href={href} />
      </td>
      <td class="number max-md:hidden">
        <Figure value={weighted} text={money(weighted)} href={href} />
      </td>
    </>
  );
  const hrefOf = (filters: Record<string, number>) =>
    listHref("opportunities", companyId, { status: "open", ...filters });
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{words.stage}</th>
          <th scope="col" class="number">{words.count}</th>
          <th scope="col" class="number">{words.amount}</th>
          <th scope="col" class="number max-md:hidden">{words.weighted}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ id, name, ...figures }) => (
          <tr key={id}>
            <th scope="row">
              <span class="block pb-1" dir="auto">{name}</span>
              <RowBar value={figures.amount} max={most} />
            </th>
            {cells({ ...figures, href: hrefOf({ stage_id: id }) })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          {cells({
            count: open,
            amount: open_amount,
            weighted: weighted_amount,
            href: hrefOf({}),
          })}
        </tr>
      </tfoot>
    </table>
  );
}
