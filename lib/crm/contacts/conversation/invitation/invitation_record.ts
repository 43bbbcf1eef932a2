import * as z from "zod";
import { frequencies, weekdays } from "@/lib/channels/email/read/calendar/rule.ts";
import { standings } from "@/lib/crm/contacts/conversation/invitation/in_calendar.ts";

/** An invitation in the API. */

const invitedRepeat = z.object({
  freq: z.enum(frequencies).meta({ description: "`other` for a rule with further conditions." }),
  interval: z.int().meta({ description: "Every so many days, weeks, months or years." }),
  by_weekday: z.array(z.enum(weekdays)).nullable().meta({
    description: "Weekdays of an event that repeats weekly.",
  }),
  by_month_day: z.int().nullable().meta({
    description: "Of monthly ones; -1 is the month's last day. Months without the day have none.",
  }),
  nth_weekday: z.object({
    nth: z.int().meta({ description: "1 to 5; -1 is the last." }),
    weekday: z.enum(weekdays).meta({ description: "Weekday that the event takes place on." }),
  }).nullable().meta({
    description: "The weekday of the month, of a rule such as the second Tuesday.",
  }),
  until: z.iso.date().nullable().meta({ description: "The last day on which it may be." }),
  count: z.int().nullable().meta({ description: "How many times the event takes place." }),
  over: z.boolean().meta({ description: "Whether the last date of the event is past." }),
}).meta({ id: "InvitedRepeat" });

const invitedInCalendar = z.object({
  event_id: z.int().meta({ description: "Id of the event in the calendar." }),
  version: z.int().meta({ description: "Its version, to send along with a change." }),
  standing: z.enum(standings).meta({
    description: "`move` and `cancel`: this mail is a later version, and " +
      "`POST /events/{id}/invitation` does so. `current`: it needs nothing. `newer`: it stands as " +
      "a later version has it. `cancelled`: it is in the trash, as this mail says.",
  }),
  starts_at: z.iso.datetime().meta({ description: "When it begins in the calendar." }),
  ends_at: z.iso.datetime().meta({
    description: "Instant at which the event ends in the calendar.",
  }),
  all_day: z.boolean().meta({ description: "Whether it takes whole days there." }),
  place: z.string().nullable().meta({ description: "Where it is, by the calendar." }),
}).meta({ id: "InvitedInCalendar" });

const invitedEvent = {
  title: z.string().nullable().meta({
    description: "Title of the event, as its organizer wrote it.",
  }),
  place: z.string().nullable().meta({ description: "Place where the event takes place." }),
  starts_at: z.string().nullable().meta({
    description: "An instant, or a day. A time without a zone is the company's.",
  }),
  ends_at: z.string().nullable().meta({
    description: "Its end; of whole days the day after the last.",
  }),
  all_day: z.boolean().meta({ description: "Whether it lasts whole days, without times." }),
  cancelled: z.boolean().meta({ description: "Whether the organizer has called the event off." }),
  repeats: invitedRepeat.nullable().meta({
    description:
      "By which rule it repeats; null where it does not. Its times are of the next date " +
      "where that follows from the rule alone, else of the first.",
  }),
  calendar: invitedInCalendar.nullable().meta({
    description: "The event that a member made of it, or of another version; null where there is " +
      "none, or where another organiser invited to that.",
  }),
};

export const invitationRecord = z.object({
  method: z.enum(["request", "cancel", "reply", "other"]).meta({
    description: "What the invitation asks: to note the event, or to cancel it (RFC 5546).",
  }),
  ...invitedEvent,
  uid: z.string().nullable().meta({ description: "Id of the event in its calendar." }),
  sequence: z.int().meta({ description: "Version of the event (RFC 5545, 3.8.7.4)." }),
  superseded: z.boolean().meta({
    description: "Whether a later version has come in a mail of the same contact.",
  }),
  more: z.array(z.object(invitedEvent)).meta({
    description: "The calendar's other events, at most nine: those to come, then those over.",
  }),
  count: z.int().meta({ description: "Number of the calendar's events." }),
});
