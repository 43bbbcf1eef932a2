import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { cancelMessage } from "@/lib/sales/sharing/cancel_message.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take back a message that has not gone out yet",
    description:
      "Within the 10 s that it waits; later 409 `invalid_transition`. A quotation that it " +
      "was to bring is a draft again, unless its client has seen it meanwhile.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      cancelMessage(trx, { ...member, language }, params.id, params.message_id),
  }),
});
