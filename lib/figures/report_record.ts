import * as z from "zod";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import * as field from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** The report: what each employee did in a range of days. */

const maxYears = 5;

/** The query: both days count whole, in the company's time zone. */
export const reportQuery = z.strictObject({
  from: field.day.optional().meta({
    description: "The first day; unless said, the first of the month of `to`, or of this month.",
  }),
  to: field.day.optional().meta({
    description:
      "The last day; unless said, that of this month, or of the month of a later `from`.",
  }),
});

export interface ReportRange {
  from: string;
  to: string;
}

/**
 * The days that are asked for: this month unless they say otherwise.
 * @throws Problem invalid_range (the last before the first, or over five years)
 */
export function reportRange(
  range: Partial<ReportRange>,
  timezone: string,
  now = currentTime(),
): ReportRange {
  const today = dayIn(timezone, now);
  const from = range.from ?? firstOfMonth(range.to ?? today);
  const to = range.to ?? lastOfMonth(from > today ? from : today);
  const tooLate = `${Number(from.slice(0, 4)) + maxYears}${from.slice(4)}`;
  if (from > to || to >= tooLate) throw problem("invalid_range");
  return { from, to };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}

/** Count and net sum. */
export const figure = z.object({
  count: z.int().meta({ description: "How many opportunities were lost for it." }),
  amount: z.number().meta({
    description: "Net sum of these opportunities, in the company's currency.",
  }),
}).meta({ id: "Figure" });
export type Figure = z.output<typeof figure>;

const numbers = {
  sales: figure.meta({
    description: "By the instant of the sale, net, without cancelled ones; the opportunity's.",
  }),
  quotes: z.object({
    draft: z.int().meta({ description: "Quotations that are drafts and not sent." }),
    sent: z.int().meta({ description: "Quotations sent and not answered." }),
    approved: z.int().meta({ description: "Quotations accepted and not yet sold." }),
    sold: z.int().meta({ description: "Quotations of the period that became sales." }),
    rejected: z.int().meta({ description: "Quotations that the client has declined." }),
  }).meta({ description: "By `issue_date`, in the state they are in now; the opportunity's." }),
  tasks: z.object({
    done: z.int().meta({ description: "Tasks of the period that are done." }),
    pending: z.int().meta({ description: "Tasks of the period that nobody has begun." }),
  }).meta({
    description: "Done by `done_at`; pending and in progress by `created_at`.",
  }),
  opportunities: z.object({
    won: z.int().meta({ description: "Opportunities won in the period, by `won_at`." }),
    lost: z.int().meta({ description: "Opportunities lost in the period, by `lost_at`." }),
    open: z.int().meta({ description: "Opportunities of the period that are still open." }),
  }).meta({
    description: "By `won_at`, by `lost_at`, and the open ones by `created_at`.",
  }),
};
const reportNumbers = z.object(numbers);
export type ReportNumbers = z.output<typeof reportNumbers>;

export const unassigned = "Unassigned";

const reportRow = z.object({
  user_id: z.int().nullable().meta({
    description: "Id of the employee; null in the last row, of nobody.",
  }),
  name: z.string().meta({ description: `\`${unassigned}\` where nobody is responsible.` }),
  role: z.string().nullable().meta({
    description: "What the person does in the company: free text that grants nothing.",
  }),
  ...numbers,
});
export type ReportRow = z.output<typeof reportRow>;

export const reportRecord = z.object({
  from: z.iso.date().meta({ description: "First day of the report, which it includes." }),
  to: z.iso.date().meta({ description: "Last day of the report, which it includes." }),
  timezone: z.string().meta({
    description: "Time zone by its IANA name, such as `Europe/Madrid`.",
  }),
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  rows: z.array(reportRow).meta({
    description: "Every employee, those who left only with numbers; what is nobody's comes last.",
  }),
  totals: reportNumbers.meta({ description: "The sums of all rows." }),
}).meta({ id: "CompanyReport" });
