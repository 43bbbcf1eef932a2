import * as z from "zod";
import { eventRecord } from "@/lib/crm/events/event.ts";
import { followInvitation } from "@/lib/crm/events/invited/follow_invitation.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import * as field from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Move or cancel an event as a later mail of its invitation says",
    description:
      "The mail's `calendar.standing` says `move` or `cancel` then: it is of the event's contact, has " +
      "the same UID and organiser and a later version, and none later has come. It takes the mail's " +
      "times and place; cancelled, it goes to the trash. 409 `invalid_transition` where the mail " +
      "changes nothing of it, such as an older version that came late.",
    params: field.idParams,
    body: z.strictObject({
      message_id: field.id.meta({ description: "Id of the mail that invites to it anew." }),
      version: field.version,
    }).meta({ id: "EventInvitation" }),
    returns: eventRecord,
    errors: ["invalid_transition", "version_conflict"],
    run: ({ trx, member, params, body }) => followInvitation(trx, member, params.id, body),
  }),
});
