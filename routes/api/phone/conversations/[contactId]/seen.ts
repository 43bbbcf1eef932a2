import { conversationParams, seenBody, seenRecord } from "@/lib/crm/conversations/conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { seeConversation } from "@/lib/crm/conversations/see.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Say that the newest message was shown",
    description: "People who wrote by WhatsApp, Instagram or Facebook see so that it was read, " +
      "once, where the account has `read_marks`. With a newer message nothing is told.",
    params: conversationParams,
    body: seenBody,
    returns: seenRecord,
    errors: ["not_found"],
    run: async ({ trx, device, params, body }) => ({
      seen: await seeConversation(trx, memberOf(device), { ...params, ...body }),
    }),
  }),
});
