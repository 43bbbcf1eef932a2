import {
  conversationParams,
  conversationRecord,
  laterBody,
} from "@/lib/crm/conversations/conversation.ts";
import { snooze } from "@/lib/crm/conversations/later.ts";
import { findConversation } from "@/lib/crm/conversations/list_conversations.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Snooze a conversation",
    description: "Its notification goes from this member's phones and comes back at `at`, once, " +
      "unless somebody answers before. A later call replaces it.",
    params: conversationParams,
    body: laterBody,
    returns: conversationRecord,
    errors: ["not_found"],
    run: async ({ trx, device, params, body }) => {
      const member = memberOf(device);
      const id = await snooze(trx, member, params.contactId, body.at);
      return await findConversation(trx, member, id);
    },
  }),
});
