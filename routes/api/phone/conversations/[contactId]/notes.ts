import { conversationParams, noteBody } from "@/lib/crm/conversations/conversation.ts";
import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { addNote } from "@/lib/crm/conversations/reply.ts";
import { noteRecord } from "@/lib/crm/notes/note.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Leave colleagues a note in a conversation",
    description: "The customer never sees it. The same `key` again is the same note.",
    params: conversationParams,
    body: noteBody,
    returns: noteRecord,
    status: 201,
    also: { 200: "The same key again: the note that it made." },
    errors: ["not_found", "idempotency_key_reused"],
    run: async ({ trx, device, params, body, language }) => {
      const reader = { ...memberOf(device), language };
      const { note, isRepeat } = await addNote(trx, reader, params.contactId, body);
      const headers = { Location: `/api/phone/conversations/${params.contactId}` };
      return reply(note, { status: isRepeat ? 200 : 201, headers });
    },
  }),
});
