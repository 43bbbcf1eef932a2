import { conversationParams, conversationRecord } from "@/lib/crm/conversations/conversation.ts";
import { findConversation } from "@/lib/crm/conversations/list_conversations.ts";
import { findReachable, memberOf } from "@/lib/crm/conversations/reach.ts";
import { takeConversation } from "@/lib/crm/conversations/take.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Take a conversation that nobody has",
    description: "It is assigned to this phone's member; again it changes nothing. 409 where a " +
      "colleague has it (`details.assignee_id`).",
    params: conversationParams,
    returns: conversationRecord,
    errors: ["not_found", "invalid_transition"],
    run: async ({ trx, device, params }) => {
      const member = memberOf(device);
      const [id] = await findReachable(trx, member, params.contactId) as [number];
      const holder = await takeConversation(trx, member, id);
      if (holder !== member.userId) {
        throw problem("invalid_transition", { details: { allowed: [], assignee_id: holder } });
      }
      return await findConversation(trx, member, id);
    },
  }),
});
