import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Say that a message arrived",
    description:
      "Only where its delivery is `uncertain`: it is put down as `sent`, and each of its " +
      "recipients of whom nobody knew; it is not sent.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      moveMessage(trx, { ...member, language }, params.id, params.message_id, "settle"),
  }),
});
