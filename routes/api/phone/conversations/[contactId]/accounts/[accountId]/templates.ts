import * as z from "zod";
import {
  accountParams,
  offeredMeta,
  offeredTemplate,
} from "@/lib/crm/conversations/conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { listAppTemplates } from "@/lib/crm/conversations/templates.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "WhatsApp templates for a conversation",
    description: "Approved ones of a number that reaches the person, those in their language " +
      "first, for `template` of an answer. 404 for other accounts.",
    params: accountParams,
    returns: z.array(offeredTemplate),
    meta: offeredMeta,
    errors: ["not_found"],
    run: async ({ trx, device, params }) => {
      const { templates, ...meta } = await listAppTemplates(trx, memberOf(device), params);
      return list(templates, meta);
    },
  }),
});
