import * as z from "zod";
import {
  eventCreate,
  eventQuery,
  eventRecord,
  longestDays,
  maxDays,
} from "@/lib/crm/events/event.ts";
import { createEvent, type EventQuery, listEvents } from "@/lib/crm/events/events.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Calendar events that overlap a range, or all about one client",
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
      "`client_id` it is one of its opportunity's client.",
    body: eventCreate,
    returns: eventRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "event", services.config.bounds.recordsPerCompany);
      const event = await createEvent(trx, member, body);
      return created(event, `/api/admin/events/${event.id}`);
    },
  }),
});
