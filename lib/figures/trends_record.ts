import * as z from "zod";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { figure, type ReportRange, reportRange } from "@/lib/figures/report_record.ts";
import * as field from "@/lib/input/fields.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Trends: sales and opportunities by month, why some were lost, and what each stage does. */

const monthsShown = 12;

/** The query: both days count whole, in the company's time zone. */
export const trendsQuery = z.strictObject({
  from: field.day.optional().meta({
    description: `The first day; unless said, that of the month ${
      monthsShown - 1
    } before \`to\`'s.`,
  }),
  to: field.day.optional().meta({
    description:
      "The last day; unless said, that of this month, or of the month of a later `from`.",
  }),
});

/**
 * The days that are asked for: the twelve months up to this one unless they say otherwise.
 * @throws Problem invalid_range (the last before the first, or over five years)
 */
export function trendsRange(
  range: Partial<ReportRange>,
  timezone: string,
  now = currentTime(),
): ReportRange {
  const from = range.from ?? monthsBefore(range.to ?? dayIn(timezone, now), monthsShown - 1);
  return reportRange({ ...range, from }, timezone, now);
}

/** The first day of the month so many months before the day's. */
function monthsBefore(day: string, months: number): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** The calendar months of a range; the first and the last may be cut off by it. */
export function monthsOf({ from, to }: ReportRange): (ReportRange & { month: string })[] {
  const months = [];
  for (let first = from; first <= to;) {
    const next = `${addDays(`${first.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
    const last = addDays(next, -1);
    months.push({ month: first.slice(0, 7), from: first, to: last < to ? last : to });
    first = next;
  }
  return months;
}

const byOutcome = {
  sales: figure.meta({ description: "By the instant of the sale, net, without cancelled ones." }),
  created: figure.meta({ description: "Opportunities by `created_at`, whatever became of them." }),
  won: figure.meta({ description: "Opportunities won in the month, by `won_at`." }),
  lost: figure.meta({ description: "Opportunities lost in the month, by `lost_at`." }),
};

const reason = z.object({
  reason: z.string().meta({ description: "Reason that they were lost for." }),
  ...figure.shape,
});

const trendsMonth = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/).meta({
    description: "Year and month, such as `2026-11`.",
  }),
  from: z.iso.date().meta({ description: "Its first day within the range." }),
  to: z.iso.date().meta({ description: "Its last day within the range." }),
  ...byOutcome,
  lost_reasons: z.array(reason).meta({
    description: "Reasons of those lost in the month, the most common first.",
  }),
});
export type TrendsMonth = z.output<typeof trendsMonth>;

const trendsStage = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().meta({ description: "Name, as people read it." }),
  reached: z.int().meta({
    description: "Opportunities that were in this stage or a later one, or were won: " +
      "`reached_stage_id` of the list.",
  }),
  advanced: z.int().meta({
    description: "Of these, those that reached the next stage; that were won, in the last one.",
  }),
  conversion: z.number().nullable().meta({
    description: "`advanced` in a hundred that reached it, to one decimal; null where none did.",
  }),
  open: z.int().meta({ description: "Opportunities that are open in the stage now." }),
  lost: z.int().meta({ description: "Opportunities that were lost in the stage." }),
  median_days: z.number().nullable().meta({
    description: "Half of the stays in it that ended were shorter; days of 24 hours. Exact for " +
      "few stays; of many an estimate, since they are kept by 24 widths: the first an hour, each " +
      "next one 1.6 times the one before.",
  }),
});
export type TrendsStage = z.output<typeof trendsStage>;

export const trendsRecord = z.object({
  from: z.iso.date().meta({ description: "The first day, counted whole." }),
  to: z.iso.date().meta({ description: "The last day, counted whole." }),
  timezone: z.string().meta({
    description: "Time zone by its IANA name, such as `Europe/Madrid`.",
  }),
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  months: z.array(trendsMonth).meta({ description: "Every month of the range, zeros too." }),
  totals: z.object(byOutcome).meta({ description: "The sums of all rows." }),
  lost_reasons: z.array(reason).meta({
    description: "Reasons of those lost in the range, the most common first.",
  }),
  funnel: z.object({
    created: z.int().meta({ description: "How many were created in the range." }),
    won: z.int().meta({ description: "How many of them are won." }),
    stages: z.array(trendsStage).meta({ description: "Stages in the order of the pipeline." }),
  }).meta({
    description: "What became of the opportunities created in the range, by the stages of now.",
  }),
}).meta({ id: "Trends" });
export type Trends = z.output<typeof trendsRecord>;
