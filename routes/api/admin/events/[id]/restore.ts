import { eventRecord } from "@/lib/crm/event.ts";
import { restoreEvent } from "@/lib/crm/events.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take an event out of the bin",
    params: idParams,
    returns: eventRecord,
    run: ({ trx, member, params }) => restoreEvent(trx, member, params.id),
  }),
});
