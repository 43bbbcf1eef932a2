import * as z from "zod";
import { eventList } from "@/lib/crm/events/event.ts";
import * as field from "@/lib/input/fields.ts";
import { type Assignee, listSchema } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { agendaDays, calendarViews } from "@/lib/panel/events/calendar/period.ts";
import type { EventType } from "@/lib/panel/events/calendar/item.ts";

/** Kinds that can be laid over a calendar. */
export const overlays = ["tasks", "quotes"] as const;

const { assignee_id, type } = listSchema(eventList).shape as {
  assignee_id: z.ZodType<Assignee[] | undefined>;
  type: z.ZodType<EventType[] | undefined>;
};

const schema = z.strictObject({
  view: z.enum(calendarViews).default("week"),
  day: field.day.regex(/^(19[7-9]|2[01]\d)\d-/).optional(),
  /** How many days an agenda has. */
  days: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(agendaDays)).optional(),
  assignee_id,
  type,
  hide: z.string().transform((text) => text.split(",")).pipe(z.array(z.enum(overlays))).optional(),
});

/** The view, day and filters in the address; what is not understood is ignored and named. */
export function readCalendarQuery(params: URLSearchParams, today: string) {
  const { asked, ignored } = readListQuery<z.output<typeof schema>>(schema, params);
  return { ...asked, day: asked.day ?? today, hide: asked.hide ?? [], ignored };
}
