import {
  conversationParams,
  pageMeta,
  threadQuery,
  threadRecord,
} from "@/lib/crm/conversations/conversation.ts";
import { readConversation } from "@/lib/crm/conversations/read_conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "A conversation, and what an answer to it needs",
    description: "Its messages come by pages, of all conversations of the client that this " +
      "phone sees. `why_not` and each account's `why` say before anything is written what " +
      "cannot be sent, in the caller's language. 404 for a contact of somebody else's.",
    params: conversationParams,
    query: threadQuery,
    returns: threadRecord,
    meta: pageMeta,
    errors: ["not_found"],
    run: async ({ trx, device, params, query, language }) => {
      const reader = { ...memberOf(device), language };
      const { contactId } = params;
      const { conversation, meta } = await readConversation(trx, reader, contactId, query);
      return list(conversation, meta);
    },
  }),
});
