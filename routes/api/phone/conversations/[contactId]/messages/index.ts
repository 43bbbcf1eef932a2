import { conversationParams, replyBody } from "@/lib/crm/conversations/conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { sendReply } from "@/lib/crm/conversations/reply.ts";
import { messageRecord } from "@/lib/crm/contacts/message.ts";
import { readParts } from "@/lib/crm/contacts/conversation/sending/meta_out.ts";
import { partsMeta } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Answer the customer from the phone",
    description: "It goes out after 10 s in which it can be cancelled. `after` is the newest " +
      "message that was shown: a newer one, from anybody, is 409 `conversation_moved` with it " +
      "in `details.message`, and nothing is sent. The same `key` again is the same message; " +
      "with another text it is 422 `idempotency_key_reused`. Its notification is cancelled on " +
      "every phone.",
    params: conversationParams,
    body: replyBody,
    returns: messageRecord,
    meta: partsMeta,
    status: 201,
    also: { 200: "The same key again: the message that it sent." },
    errors: ["not_found", "conversation_moved", "idempotency_key_reused", "window_closed"],
    run: async ({ trx, device, params, body, language }) => {
      const reader = { ...memberOf(device), language };
      const { message, isRepeat } = await sendReply(trx, reader, params.contactId, body);
      const headers = { Location: `/api/phone/conversations/${message.contact_id}` };
      const parts = await readParts(trx, reader, message);
      return reply(message, { status: isRepeat ? 200 : 201, headers, meta: { parts } });
    },
  }),
});
