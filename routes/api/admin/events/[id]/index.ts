import { eventPatch, eventRecord, longestDays } from "@/lib/crm/events/event.ts";
import { changeEvent, findEvent, trashEvent } from "@/lib/crm/events/events.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an event",
    description: "One in the trash is 404 until it is restored.",
    params: idParams,
    returns: eventRecord,
    run: ({ trx, member, params }) => findEvent(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of an event's fields",
    description:
      `Fields that are absent stay as they are, null empties one. As they are after the change, ` +
      `\`ends_at\` is not before \`starts_at\` and at most ${longestDays} days after it.`,
    params: idParams,
    body: eventPatch,
    returns: eventRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => changeEvent(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put an event into the trash for 30 days",
    description: "Client, opportunity and contact stay as they are. `/restore` brings it back.",
    params: idParams,
    returns: eventRecord,
    run: ({ trx, member, params }) => trashEvent(trx, member, params.id),
  }),
});
