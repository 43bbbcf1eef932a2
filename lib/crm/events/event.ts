import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { queryInteger, text } from "@/lib/input/input.ts";
import { filterValues, listSchema } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";

const eventTypes = ["meeting", "delivery", "reminder", "other"] as const;

/** Longest range of one calendar query. */
export const maxDays = 400;
/** Longest event; bounds how far back a calendar query reads. */
export const longestDays = 366;

const title = text({ max: 200 }).transform((value) => value.trim());
const reminders = z.array(z.int().min(0).max(40_320)).max(5)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b))
  .meta({ description: "Minutes before the start at which the person responsible is reminded." });

const common = {
  type: z.enum(eventTypes).optional(),
  all_day: z.boolean().optional(),
  location: field.optionalText(500),
  url: field.optionalLink,
  description: field.optionalText(10_000),
  assignee_id: field.id.nullable().optional(),
  client_id: field.id.nullable().optional(),
  opportunity_id: field.id.nullable().optional(),
  contact_id: field.id.nullable().optional(),
  reminder_minutes: field.emptiable(reminders).optional(),
};

export const eventCreate = z.strictObject({
  title,
  starts_at: field.instant,
  ends_at: field.instant,
  ...common,
}).meta({ id: "EventCreate" });
export type EventCreate = z.output<typeof eventCreate>;

export const eventPatch = z.strictObject({
  title: title.optional(),
  starts_at: field.instant.optional(),
  ends_at: field.instant.optional(),
  ...common,
  version: field.version,
}).meta({ id: "EventPatch" });
export type EventPatch = z.output<typeof eventPatch>;

export const eventRecord = z.object({
  ...field.recordFields,
  title: z.string(),
  type: z.enum(eventTypes),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  all_day: z.boolean(),
  location: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  assignee: field.reference.nullable(),
  client: field.reference.nullable(),
  opportunity: field.reference.nullable(),
  contact: field.reference.nullable(),
  reminder_minutes: z.array(z.int()),
}).meta({ id: "Event" });

export const eventList: NounList = {
  sorts: { starts_at: "t.starts_at" },
  defaultSort: "starts_at",
  filters: {
    type: { column: "t.type", value: z.enum(eventTypes) },
    client_id: { column: "t.client_id", value: filterValues.id },
    opportunity_id: { column: "t.opportunity_id", value: filterValues.id },
    contact_id: { column: "t.contact_id", value: filterValues.id },
  },
  assignee: "t.assignee_id",
};

const bound = field.dayOrInstant.optional();

const { sort } = listSchema(eventList).shape as unknown as { sort: z.ZodDefault<z.ZodType> };

/** Events that overlap the range. No default `sort`: it depends on whether there is a range. */
export const eventQuery = listSchema(eventList).extend({
  per_page: queryInteger({ min: 1, max: 200 }).default(200),
  sort: sort.unwrap().optional().meta({
    override: { type: "string" },
    description:
      "Any of starts_at, with commas; - for descending. Unless said, starts_at in a range, " +
      "and -starts_at without one.",
  }),
  from: bound.meta({
    description: "A day in the company's time zone or an instant; today unless said, or 30 days " +
      "before `to`. A list by client, opportunity or contact without `from` and `to` has them all.",
  }),
  to: bound.meta({
    description: "A day, counted whole, or an instant, not counted itself; 30 days after `from` " +
      `unless said, at most ${maxDays}.`,
  }),
});
