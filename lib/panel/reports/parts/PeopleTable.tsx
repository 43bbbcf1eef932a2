import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { CellBar } from "@/lib/panel/charts/CellBar.tsx";
import { formatMoney, formatQuantity, formatShortMoney } from "@/lib/values/money.ts";
import { type ReportFigure, reportHref } from "@/lib/panel/reports/links.ts";
import type { ReportNumbers, ReportRange, ReportRow } from "@/lib/figures/report_record.ts";
import type { Language } from "@/lib/words/language.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";

export interface PeopleProps {
  rows: ReportRow[];
  totals: ReportNumbers;
  range: ReportRange;
  currency: string;
}

const figures = Object.keys(reportWords.figures) as ReportFigure[];
const groups = Object.keys(reportWords.groups) as (keyof ReportNumbers)[];
const groupOf = (figure: ReportFigure) => figure.split(".")[0] as keyof ReportNumbers;
const isFirst = (figure: ReportFigure, at: number) =>
  at === 0 || groupOf(figures[at - 1]!) !== groupOf(figure);

/** A figure of the report by its path. */
export function figureOf(numbers: ReportNumbers, figure: ReportFigure): number {
  const [group, name] = figure.split(".") as [keyof ReportNumbers, string];
  return (numbers[group] as Record<string, number>)[name]!;
}

/** A figure as people read it. */
export function textOf(
  figure: ReportFigure,
  value: number,
  place: { language: Language; currency: string },
): string {
  if (figure !== "sales.amount") return formatQuantity(value, place.language);
  return value === 0 ? formatShortMoney(0, place) : formatMoney(value, place);
}

/** Figures of each employee; each leads to its records. */
export function PeopleTable(props: PeopleProps) {
  const { companyId, language } = usePage();
  const { rows, totals, range, currency } = props;
  const words = useWords(reportWords);
  const most = (figure: ReportFigure) => Math.max(...rows.map((row) => figureOf(row, figure)));
  const cells = (numbers: ReportNumbers, userId?: number | null) =>
    figures.map((figure, at) => {
      const value = figureOf(numbers, figure);
      const text = textOf(figure, value, { language, currency });
      return (
        <td
          key={figure}
          class={isFirst(figure, at) ? "starts" : undefined}
        >
          {userId !== undefined && <CellBar value={value} max={most(figure)} />}
          {value === 0
            ? <span class="text-soft">{text}</span>
            : <a href={reportHref(figure, { companyId, range, userId })}>{text}</a>}
        </td>
      );
    });
  return (
    <table class="report max-xl:hidden">
      <thead>
        <tr>
          <td />
          {groups.map((group) => (
            <th
              key={group}
              scope="colgroup"
              class="starts"
              colSpan={figures.filter((figure) => groupOf(figure) === group).length}
              title={words.hints[group]}
            >
              {words.groups[group]}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">{words.person}</th>
          {figures.map((figure, at) => (
            <th key={figure} scope="col" class={isFirst(figure, at) ? "starts" : undefined}>
              {words.figures[figure]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.user_id} data-user={row.user_id ?? "none"}>
            <Name>{row.user_id === null ? words.unassigned : row.name}</Name>
            {cells(row, row.user_id)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-user="all">
          <Name>{words.total}</Name>
          {cells(totals)}
        </tr>
      </tfoot>
    </table>
  );
}

function Name({ children }: { children: ComponentChildren }) {
  return <th scope="row">{children}</th>;
}
