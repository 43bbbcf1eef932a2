import * as z from "zod";
import { conversationParams, filledTemplate } from "@/lib/crm/conversations/conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { listFilledTemplates } from "@/lib/crm/conversations/templates.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "Reply templates, filled for a conversation",
    description: "Those in the person's language first. Places that nothing is known for stay, " +
      "and an answer that still has one is 422.",
    params: conversationParams,
    returns: z.array(filledTemplate),
    errors: ["not_found"],
    run: ({ trx, device, params }) => listFilledTemplates(trx, memberOf(device), params.contactId),
  }),
});
