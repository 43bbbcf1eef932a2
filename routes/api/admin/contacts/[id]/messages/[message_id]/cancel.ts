import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take back a message that has not gone out yet",
    description: "Within the 10 s that it waits; later 409 `invalid_transition`.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      moveMessage(trx, { ...member, language }, params.id, params.message_id, "cancel"),
  }),
});
