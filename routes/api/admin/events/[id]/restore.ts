import { eventRecord } from "@/lib/crm/events/event.ts";
import { restoreEvent } from "@/lib/crm/events/events.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take an event out of the trash",
    description: "With the links that it had. 404 unless it is in the trash.",
    params: idParams,
    returns: eventRecord,
    run: ({ trx, member, params }) => restoreEvent(trx, member, params.id),
  }),
});
