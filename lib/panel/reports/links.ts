import type { ReportNumbers, ReportRange } from "@/lib/figures/report_record.ts";

/** Links to the records behind a figure: as many as the figure says. */

/** A list of the panel with filters; opportunities have a board too. */
export function listHref(
  noun: string,
  companyId: number,
  filters: Record<string, string | number>,
): string {
  const view = noun === "opportunities" || noun === "tasks" ? { view: "list" } : {};
  const params = { company_id: companyId, ...view, ...filters };
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return `/panel/${noun}?${new URLSearchParams(entries)}`;
}

/** A range's days as filters of a field. */
export function within(field: string, { from, to }: ReportRange): Record<string, string> {
  return { [`${field}_from`]: from, [`${field}_to`]: to };
}

/** One of several values of a filter: a comma within it is escaped. */
export function oneValue(text: string): string {
  return text.replaceAll(",", "\\,");
}

/** A figure of the report, by its path: `quotes.sent`. */
export type ReportFigure = {
  [Group in keyof ReportNumbers]: `${Group}.${keyof ReportNumbers[Group] & string}`;
}[keyof ReportNumbers];

interface CountedList {
  noun: string;
  /** The field whose day decides. */
  by: "sold_at" | "issue_date" | "done_at" | "created_at" | "won_at" | "lost_at";
  filters: Record<string, string>;
}

const lists: Record<string, CountedList> = {
  "sales.count": { noun: "sales", by: "sold_at", filters: { status: "active" } },
  "sales.amount": { noun: "sales", by: "sold_at", filters: { status: "active" } },
  "tasks.done": { noun: "tasks", by: "done_at", filters: { status: "done" } },
  "tasks.pending": { noun: "tasks", by: "created_at", filters: { status: "pending,in_progress" } },
  "opportunities.won": { noun: "opportunities", by: "won_at", filters: { status: "won" } },
  "opportunities.lost": { noun: "opportunities", by: "lost_at", filters: { status: "lost" } },
  "opportunities.open": { noun: "opportunities", by: "created_at", filters: { status: "open" } },
};

/** The list that a figure counts: its field says on which day a record counts. */
export function listOf(figure: ReportFigure): CountedList {
  const [noun, status] = figure.split(".") as [string, string];
  return lists[figure] ?? { noun, by: "issue_date", filters: { status } };
}

interface ReportLink {
  companyId: number;
  range: ReportRange;
  /** Null for unassigned records; undefined for all. */
  userId?: number | null;
}

/** The list behind a figure of the report. */
export function reportHref(
  figure: ReportFigure,
  { companyId, range, userId }: ReportLink,
): string {
  const { noun, by, filters } = listOf(figure);
  const query: Record<string, string | number> = { ...filters, ...within(by, range) };
  if (userId !== undefined) query.assignee_id = userId ?? "none";
  return listHref(noun, companyId, query);
}
