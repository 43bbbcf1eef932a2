import { messageParams, messageRecord, resendBody } from "@/lib/crm/contacts/message.ts";
import { moveMessage } from "@/lib/crm/contacts/messages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send a message again that may have arrived",
    description:
      "Only where its delivery is `uncertain`: nobody can tell whether it arrived, so it takes " +
      "`confirm`.",
    params: messageParams,
    body: resendBody,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      moveMessage(trx, { ...member, language }, params.id, params.message_id, "resend"),
  }),
});
