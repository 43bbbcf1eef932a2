import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send a failed message again",
    description: "At once, with the schedule of its attempts begun anew.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      moveMessage(trx, { ...member, language }, params.id, params.message_id, "retry"),
  }),
});
