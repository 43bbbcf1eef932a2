import * as z from "zod";
import {
  countedYears,
  frequencies,
  longestYears,
  maxInterval,
  maxOccurrences,
  weekdays,
} from "@/lib/crm/events/rule.ts";
import * as field from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";

/** Rules of repetition in bodies and answers. */

/** A rule as callers give it: weekday and day of the month are the start's by default. */
export type GivenRule = z.output<typeof givenRule>;

const ruleSchema = z.strictObject({
  freq: z.enum(frequencies).meta({ description: "How often: every day, week or month." }),
  interval: z.int().min(1).max(maxInterval).default(1).meta({
    description: "Every so many days, weeks or months.",
  }),
  by_weekday: z.array(z.enum(weekdays)).min(1).max(7)
    .transform((days) => weekdays.filter((day) => days.includes(day)))
    .nullish().meta({
      description: "The days of a weekly rule, which alone has it; the start's unless said.",
    }),
  by_month_day: z.int().min(1).max(31).nullish().meta({
    description:
      "The day of a monthly rule, which alone has it; the start's unless said. A month that is " +
      "shorter has it on its last day.",
  }),
  week_start: z.enum(weekdays).default("mo").meta({
    description: "The day on which weeks begin; Monday unless said. It matters where a weekly " +
      "rule leaves weeks out.",
  }),
  until: field.day.nullish().meta({
    description: `The last day on which it may occur, in the company's time zone: not before the ` +
      `first, and at most ${longestYears} years after the start. Not beside \`count\`.`,
  }),
  count: z.int().min(1).max(maxOccurrences).nullish().meta({
    description: "How many times it occurs, all of them made at once; the last is at most " +
      `${countedYears} years after the start. Not beside \`until\`. Without either it goes on.`,
  }),
});

export const givenRule = ruleSchema.superRefine((value, ctx) => {
  for (const [name, error] of Object.entries(misfits(value))) {
    ctx.addIssue({ code: "custom", message: error, path: [name], input: value });
  }
}, { when: ({ value }) => value !== null && typeof value === "object" && !Array.isArray(value) })
  .meta({ id: "RecurrenceGiven" });

function misfits(value: object): Record<string, string> {
  const rule = value as Record<string, unknown>;
  const wrong: Record<string, string> = {};
  const has = (name: string) => rule[name] !== undefined && rule[name] !== null;
  if (has("until") && has("count")) {
    wrong.until = wrong.count = message("notBoth", "until, count");
  }
  const ofOne = { by_weekday: "weekly", by_month_day: "monthly" } as const;
  for (const [name, freq] of Object.entries(ofOne)) {
    if (has(name) && rule.freq !== freq) wrong[name] = message("onlyWith", freq);
  }
  return wrong;
}

export const recurrenceRecord = z.object({
  freq: z.enum(frequencies).meta({ description: "Whether it repeats by day, week or month." }),
  interval: z.int().meta({ description: "How many days, weeks or months lie between two." }),
  by_weekday: z.array(z.enum(weekdays)).nullable().meta({
    description: "The days of a weekly rule, from Monday on; else null.",
  }),
  by_month_day: z.int().nullable().meta({
    description: "The day of a monthly rule, or a shorter month's last; else null.",
  }),
  week_start: z.enum(weekdays).meta({ description: "The day on which weeks begin." }),
  until: z.iso.date().nullable().meta({ description: "The last day on which it may occur." }),
  count: z.int().nullable().meta({ description: "How many times it occurs." }),
}).meta({ id: "Recurrence" });
