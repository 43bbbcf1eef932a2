import { unfileForward } from "@/lib/crm/contacts/conversation/forward/unfile_forward.ts";
import { messageParams, messageRecord } from "@/lib/crm/contacts/message.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a filed forward back to its colleague's conversation",
    description:
      "As it came, without the note. A contact that was made for it and has nothing else goes to " +
      "the trash. 404 where the colleague's conversation is gone.",
    params: messageParams,
    returns: messageRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, language }) =>
      unfileForward(trx, { ...member, language }, params.id, params.message_id),
  }),
});
