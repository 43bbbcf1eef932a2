import { usePage, useWords } from "@/components/page.ts";
import { RowBar } from "@/lib/panel/charts/CellBar.tsx";
import type { TrendProps } from "@/lib/panel/reports/parts/months.ts";
import { Figure } from "@/lib/panel/charts/TrendTable.tsx";
import { formatPercent, formatQuantity } from "@/lib/values/money.ts";
import { listHref, within } from "@/lib/panel/reports/links.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

/** Stages that opportunities of the range reached, and how long they stayed in each. */
export function Funnel({ trends }: TrendProps) {
  const { companyId, language } = usePage();
  const words = useWords(trendWords);
  const { created, won, stages } = trends.funnel;
  if (created === 0) return <p class="py-4 text-soft">{words.noneCreated}</p>;
  const period = within("created_at", trends);
  const figure = (count: number, filters: Record<string, string | number>) => (
    <Figure
      value={count}
      text={formatQuantity(count, language)}
      href={listHref("opportunities", companyId, { ...filters, ...period })}
    />
  );
  return (
    <>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{words.stage}</th>
            <th scope="col" class="number">{words.reached}</th>
            <th scope="col" class="number">{words.conversion}</th>
            <th scope="col" class="number max-md:hidden">{words.open}</th>
            <th scope="col" class="number max-md:hidden">{words.lostHere}</th>
            <th scope="col" class="number">{words.median}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.id}>
              <th scope="row">
                <span class="block pb-1" dir="auto">{stage.name}</span>
                <RowBar value={stage.reached} max={created} />
              </th>
              <td class="number">{figure(stage.reached, { reached_stage_id: stage.id })}</td>
              <td class="number">
                {stage.conversion !== null && formatPercent(stage.conversion, language)}
              </td>
              <td class="number max-md:hidden">
                {figure(stage.open, { status: "open", stage_id: stage.id })}
              </td>
              <td class="number max-md:hidden">
                {figure(stage.lost, { status: "lost", stage_id: stage.id })}
              </td>
              <td class="number">
                {stage.median_days !== null &&
                  words.days(formatQuantity(stage.median_days, language))}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <span class="block pb-1">{words.won}</span>
              <RowBar value={won} max={created} />
            </th>
            <td class="number">{figure(won, { status: "won" })}</td>
            <td class="number">{formatPercent(Math.round(won / created * 1000) / 10, language)}</td>
            <td class="max-md:hidden" />
            <td class="max-md:hidden" />
            <td />
          </tr>
        </tbody>
      </table>
      <p class="mt-2 text-label text-pretty text-soft">{words.funnelHint}</p>
    </>
  );
}
