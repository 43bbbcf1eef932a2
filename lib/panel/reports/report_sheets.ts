import type { SheetColumn, SheetSource } from "@/lib/panel/excel/sheet.ts";
import { formatMonth } from "@/lib/dates.ts";
import type { ReportNumbers, ReportRow } from "@/lib/figures/report_record.ts";
import type { Trends } from "@/lib/figures/trends_record.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";
import { trendWords } from "@/lib/panel/reports/trend_words.ts";

interface Report {
  rows: ReportRow[];
  /** Its months may begin before the report. */
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
  ];
}

type Content = { columns: SheetColumn[]; rows: Record<string, unknown>[] };

function peopleOf(rows: ReportRow[], language: Language): Content {
  const words = speak(reportWords, language);
  const paths = Object.keys(words.figures) as (keyof typeof words.figures)[];
  const columns = paths.map((path): SheetColumn => {
    const group = path.split(".")[0] as keyof ReportNumbers;
    return {
      name: path,
      label: `${words.groups[group]}: ${words.figures[path].toLowerCase()}`,
      kind: path === "sales.amount" ? "money" : "number",
      total: true,
    };
  });
  return {
    columns: [{ name: "name", label: words.person, kind: "text" }, ...columns],
    rows: rows.map(({ user_id, name, role: _role, ...numbers }) => ({
      name: user_id === null ? words.unassigned : name,
      ...flat(numbers),
    })),
  };
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
