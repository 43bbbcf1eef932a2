import type { SheetColumn, SheetSource } from "@/lib/panel/excel/sheet.ts";
import { formatMonth } from "@/lib/values/dates.ts";
import { listOf, type ReportFigure } from "@/lib/panel/reports/links.ts";
import type { ReportNumbers, ReportRange, ReportRow } from "@/lib/figures/report_record.ts";
import type { Trends } from "@/lib/figures/trends_record.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

interface Report {
  rows: ReportRow[];
  range: ReportRange;
  /** Days of its months, which may begin before the report. */
  months: ReportRange;
  trends: Trends;
}

/** The report's page as the sheets of a workbook, with the same numbers. */
export function reportSheets(report: Report, language: Language): SheetSource[] {
  const { people } = speak(reportWords, language);
  const words = speak(trendWords, language);
  return [
    { name: people, ...peopleOf(report.rows, language) },
    { name: words.sales, ...monthsOf(report.trends, language) },
    { name: words.reasons, ...reasonsOf(report.trends, language) },
    { name: words.funnel, ...stagesOf(report.trends, language) },
    { name: reportWords.counting.title[language], ...countingOf(report, language) },
  ];
}

type Content = { columns: SheetColumn[]; rows: Record<string, unknown>[] };

function peopleOf(rows: ReportRow[], language: Language): Content {
  const words = speak(reportWords, language);
  const paths = Object.keys(words.figures) as (keyof typeof words.figures)[];
  const columns = paths.map((path): SheetColumn => {
    const kind = path === "sales.amount" ? "money" : "number";
    return { name: path, label: labelOf(path, language), kind, total: true };
  });
  return {
    columns: [{ name: "name", label: words.person, kind: "text" }, ...columns],
    rows: rows.map(({ user_id, name, role: _role, ...numbers }) => ({
      name: user_id === null ? words.unassigned : name,
      ...flat(numbers),
    })),
  };
}

/** Lists which day decides whether a record is in a figure, and from when to when. */
function countingOf({ range, months }: Report, language: Language): Content {
  const { figures, groups, hints, days, counting } = speak(reportWords, language);
  const words = speak(trendWords, language);
  const paths = Object.keys(figures) as (keyof typeof figures)[];
  const ofPeople = paths.map((path) => {
    const group = path.split(".")[0] as keyof ReportNumbers;
    const day = days[listOf(path).by];
    return { figure: labelOf(path, language), day, ...range, note: hints[group] };
  });
  return {
    columns: [
      { name: "figure", label: counting.figure, kind: "text" },
      { name: "day", label: counting.day, kind: "text" },
      { name: "from", label: counting.from, kind: "day" },
      { name: "to", label: counting.to, kind: "day" },
      { name: "note", label: counting.note, kind: "text" },
    ],
    rows: [
      ...ofPeople,
      { figure: `${words.month}: ${groups.sales.toLowerCase()}`, day: days.sold_at, ...months },
      { figure: `${words.month}: ${words.created.toLowerCase()}`, day: days.created_at, ...months },
      { figure: `${words.month}: ${words.won.toLowerCase()}`, day: days.won_at, ...months },
      { figure: `${words.month}: ${words.lost.toLowerCase()}`, day: days.lost_at, ...months },
      { figure: words.reasons, day: days.lost_at, ...range, note: words.reasonsHint },
      { figure: words.funnel, day: days.created_at, ...range, note: words.funnelHint },
    ],
  };
}

function labelOf(path: ReportFigure, language: Language): string {
  const { groups, figures } = speak(reportWords, language);
  return `${groups[path.split(".")[0] as keyof ReportNumbers]}: ${figures[path].toLowerCase()}`;
}

/** `{sales: {count: 1}}` as `{"sales.count": 1}`. */
function flat(numbers: object): Record<string, unknown> {
  const figures = Object.entries(numbers).flatMap(([group, own]) =>
    Object.entries(own as object).map(([name, value]) => [`${group}.${name}`, value])
  );
  return Object.fromEntries(figures);
}

function monthsOf({ months }: Trends, language: Language): Content {
  const words = speak(trendWords, language);
  const { groups } = speak(reportWords, language);
  const outcomes = [
    ["sales", groups.sales],
    ["created", words.created],
    ["won", words.won],
    ["lost", words.lost],
  ] as const;
  return {
    columns: [
      { name: "name", label: words.month, kind: "text" },
      ...outcomes.flatMap(([name, label]): SheetColumn[] => [
        { name: `${name}.count`, label, kind: "number", total: true },
        {
          name: `${name}.amount`,
          label: `${label}: ${words.amount.toLowerCase()}`,
          kind: "money",
          total: true,
        },
      ]),
    ],
    rows: months.map(({ month, sales, created, won, lost }) => ({
      name: formatMonth(month, language, "long"),
      ...flat({ sales, created, won, lost }),
    })),
  };
}

function reasonsOf({ lost_reasons }: Trends, language: Language): Content {
  const words = speak(trendWords, language);
  return {
    columns: [
      { name: "reason", label: words.reason, kind: "text" },
      { name: "count", label: words.lost, kind: "number", total: true },
      { name: "amount", label: words.amount, kind: "money", total: true },
    ],
    rows: lost_reasons,
  };
}

function stagesOf({ funnel }: Trends, language: Language): Content {
  const words = speak(trendWords, language);
  return {
    columns: [
      { name: "name", label: words.stage, kind: "text" },
      { name: "reached", label: words.reached, kind: "number" },
      { name: "conversion", label: words.conversion, kind: "percent" },
      { name: "open", label: words.open, kind: "number" },
      { name: "lost", label: words.lostHere, kind: "number" },
      { name: "median_days", label: `${words.median} (${words.days("").trim()})`, kind: "number" },
    ],
    rows: funnel.stages,
  };
}
