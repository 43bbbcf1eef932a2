import * as z from "zod";
import {
  eventCreate,
  eventQuery,
  eventRecord,
  longestDays,
  maxDays,
} from "@/lib/crm/events/event.ts";
import { createEvent, type EventQuery, listEvents } from "@/lib/crm/events/events.ts";
import { longestYears, maxOccurrences } from "@/lib/crm/events/rule.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Calendar events that overlap a range, or all about one client or of one series",
    description:
      `One that only reaches into the range is among them. 422 \`invalid_range\` where \`to\` is not after ` +
      `\`from\`, or more than ${maxDays} days after it.`,
    query: eventQuery,
    returns: z.array(eventRecord),
    meta: listMeta,
    errors: ["invalid_range"],
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listEvents(trx, member, query as unknown as EventQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Put an event into the calendar",
    description:
      `\`ends_at\` is not before \`starts_at\` and at most ${longestDays} days after it. Without ` +
      "`client_id` it is one of its opportunity's client. With `recurrence` it repeats: it begins on " +
      `the first day of the rule, at the same time on the company's clock each time, and the answer ` +
      `is its first occurrence. Occurrences are events of their own, those of a \`count\` all made ` +
      `at once, others for the next 13 months, ${maxOccurrences} at most at once; a daily job makes ` +
      `the next. A series without end begins at ` +
      `most ${longestYears} years ago.`,
    body: eventCreate,
    returns: eventRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "event", services.config.bounds.recordsPerCompany);
      const event = await createEvent(trx, member, body);
      if (body.recurrence) {
        await checkRoom(trx, member, "event", services.config.bounds.recordsPerCompany, 0);
      }
      return created(event, `/api/admin/events/${event.id}`);
    },
  }),
});
