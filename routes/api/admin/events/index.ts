import * as z from "zod";
import { eventCreate, eventQuery, eventRecord } from "@/lib/crm/event.ts";
import { createEvent, listEvents } from "@/lib/crm/events.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { created, list } from "@/lib/web/envelope.ts";
import { listMeta, type ListQuery } from "@/lib/web/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Calendar events that overlap a range",
    query: eventQuery,
    returns: z.array(eventRecord),
    meta: listMeta,
    errors: ["invalid_range"],
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listEvents(trx, member, query as unknown as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Put an event into the calendar",
    body: eventCreate,
    returns: eventRecord,
    status: 201,
    run: async ({ trx, member, body }) => {
      const event = await createEvent(trx, member, body);
      return created(event, `/api/admin/events/${event.id}`);
    },
  }),
});
