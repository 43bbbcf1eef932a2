import { messageFileParams } from "@/lib/crm/conversations/conversation.ts";
import { retryReplyFile } from "@/lib/crm/conversations/move_reply.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Fetch a message's file again, from the phone",
    description: "One that was given up (`left_out_reason` says why); at once, with the " +
      "schedule of its tries begun anew. 409 for others.",
    params: messageFileParams,
    returns: messageRecord,
    errors: ["not_found", "invalid_transition"],
    run: ({ trx, device, params, language }) =>
      retryReplyFile(trx, { ...memberOf(device), language }, params),
  }),
});
