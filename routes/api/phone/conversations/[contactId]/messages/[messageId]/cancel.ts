import { deliveryParams } from "@/lib/crm/conversations/conversation.ts";
import { moveReply } from "@/lib/crm/conversations/move_reply.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Take back an answer that has not left yet",
    description: "409 with `details.allowed` where its `delivery.can` does not name it.",
    params: deliveryParams,
    returns: messageRecord,
    errors: ["not_found", "invalid_transition"],
    run: ({ trx, device, params, language }) =>
      moveReply(trx, { ...memberOf(device), language }, params, "cancel"),
  }),
});
