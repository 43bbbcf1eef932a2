import { fileForward } from "@/lib/crm/contacts/conversation/forward/file_forward.ts";
import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "File a forwarded mail with the customer inside",
    description:
      "Where a mail's `forwarded` names somebody. Their contact is found or made as for a mail of " +
      "their own; the message becomes theirs, with the forwarded text and its files, and what the " +
      "colleague wrote above it a note. Filed once, it stays where it is.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      fileForward(trx, { ...member, language }, params.id, params.message_id),
  }),
});
