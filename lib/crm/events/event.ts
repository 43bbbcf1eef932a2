import * as z from "zod";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { givenRule, recurrenceRecord } from "@/lib/crm/events/recurrence.ts";
import { longestYears, scopes } from "@/lib/crm/events/rule.ts";
import * as field from "@/lib/input/fields.ts";
import { queryInteger } from "@/lib/input/input.ts";
import { listSchema } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";

/** Longest range of one calendar query. */
export const maxDays = 400;
/** Longest event; bounds how far back a calendar query reads. */
export const longestDays = 366;

const reminders = z.array(z.int().min(0).max(40_320)).max(5)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));
const special = {
  reminder_minutes: field.emptiable(reminders),
  recurrence: givenRule.nullable().meta({
    description:
      "The rule by which it repeats; null where it does not. One without end begins at " +
      `most ${longestYears} years ago.`,
  }),
};

const invitation = z.strictObject({
  message_id: field.id.meta({ description: "Id of the mail that invites to it." }),
  event: z.int().min(0).max(9).default(0).meta({
    description: "Which of the mail's events it is: 0 for its `invitation`, then those in `more`.",
  }),
});

export const eventCreate = createSchema(eventFields, special).extend({
  invitation: invitation.optional().meta({
    description: "The invitation that it is made of: its contact is the mail's, and later " +
      "versions of the invitation know it by the UID that the mail has.",
  }),
}).meta({ id: "EventCreate" });
export type EventCreate = z.output<typeof eventCreate>;

export const eventPatch = patchSchema(eventFields, special).meta({ id: "EventPatch" });
export type EventPatch = z.output<typeof eventPatch>;

export const eventRecord = recordSchema(eventFields, {
  reminder_minutes: z.array(z.int()),
  recurrence: recurrenceRecord.nullable(),
}).meta({ id: "CalendarEvent" });

export const scopeQuery = z.strictObject({
  scope: z.enum(scopes).default("this").meta({
    description:
      "Of an event that repeats: this one, this and the following, or all of its series.",
  }),
});

export const scopeMeta = z.object({
  scope: z.enum(scopes).meta({ description: "The occurrences that the change was made to." }),
  changed: z.int().meta({ description: "How many events it changed, made or put into the trash." }),
  undo_id: z.int().nullable().meta({
    description: "Takes a change of several back: `POST /events/bulk` with it; else null.",
  }),
  undo_until: z.iso.datetime().nullable().meta({
    description: "Instant until which the change can be taken back.",
  }),
}).meta({ id: "ScopedChange" });

export const eventList = listOf(eventFields, { defaultSort: "starts_at", words: "event" });

const bound = field.dayOrInstant.optional();

const { sort } = listSchema(eventList).shape as unknown as { sort: z.ZodDefault<z.ZodType> };

/** Events that overlap the range. No default `sort`: it depends on whether there is a range. */
export const eventQuery = listSchema(eventList).extend({
  per_page: queryInteger({ min: 1, max: 200 }).default(200).meta({
    description: "Events on a page; 200 unless said.",
  }),
  sort: sort.unwrap().optional().meta({
    override: { type: "string" },
    description:
      "Any of starts_at, with commas; - for descending. Unless said, starts_at in a range, " +
      "and -starts_at without one.",
  }),
  from: bound.meta({
    description: "A day in the company's time zone or an instant; today unless said, or 30 days " +
      "before `to`. A list by client, opportunity, contact or `q` without `from` and `to` has them all.",
  }),
  to: bound.meta({
    description: "A day, counted whole, or an instant, not counted itself; 30 days after `from` " +
      `unless said, at most ${maxDays}.`,
  }),
});
