import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { findMessage } from "@/lib/crm/contacts/conversation/message_records.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a message",
    description: "With the HTML of a mail.",
    params: messageParams,
    returns: messageRecord,
    run: ({ trx, member, params, language }) =>
      findMessage(trx, { ...member, language }, params.id, params.message_id),
  }),
});
