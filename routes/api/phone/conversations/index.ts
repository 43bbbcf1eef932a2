import * as z from "zod";
import { conversationRecord, listQuery, pageMeta } from "@/lib/crm/conversations/conversation.ts";
import { listConversations } from "@/lib/crm/conversations/list_conversations.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "Conversations with customers, newest first",
    description: "Of a phone that a member paired: of contacts that are assigned to them, or " +
      "that they were told of. Those of one client are one. A phone that a program paired has " +
      "none: 404.",
    query: listQuery,
    returns: z.array(conversationRecord),
    meta: pageMeta,
    errors: ["not_found"],
    run: async ({ trx, device, query }) => {
      const { conversations, meta } = await listConversations(trx, memberOf(device), query);
      return list(conversations, meta);
    },
  }),
});
