import * as z from "zod";
import { messageCreate, messageList, messageRecord } from "@/lib/crm/contacts/message.ts";
import { addMessage, listMessages } from "@/lib/crm/contacts/messages.ts";
import { readParts } from "@/lib/crm/contacts/conversation/sending/meta_out.ts";
import { partsMeta } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list, reply } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "A contact's thread, the newest message first",
    description: "Notes between colleagues (`direction` `note`) are among them.",
    params: idParams,
    query: listSchema(messageList).omit({ deleted: true }),
    returns: z.array(messageRecord),
    meta: listMeta,
    run: async ({ trx, member, params, query, language }) => {
      const reader = { ...member, language };
      const { records, meta } = await listMessages(trx, reader, params.id, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Send a message to a contact, or record one",
    description:
      "With `via` it goes out by that account, after 10 s in which it can be cancelled; " +
      "`delivery` says how far it has come. Without `via` it is only recorded; `channel`, " +
      "`external_id` or `sent_at` goes with what is only recorded. One that came in makes the " +
      "contact `new` again; the first that went out is the first response. A `note` is seen by " +
      "colleagues only and changes nothing about the contact. 409 `address_refused`: an address of " +
      "the mail is in `details.refused`, since it returned one before. 409 " +
      "`conversation_moved`: `details.message` is newer than `after`. By WhatsApp, Instagram or " +
      "Facebook it may leave as several messages; 409 `window_closed`: they wrote before " +
      "`details.until`, and `details.after` is what is left.",
    params: idParams,
    body: messageCreate,
    returns: messageRecord,
    meta: partsMeta,
    status: 201,
    errors: ["duplicate", "conversation_moved", "address_refused", "window_closed"],
    run: async ({ trx, member, params, body, language }) => {
      const message = await addMessage(trx, { ...member, language }, params.id, body);
      const headers = { Location: `/api/admin/contacts/${params.id}/messages` };
      const parts = await readParts(trx, member, message);
      return reply(message, { status: 201, headers, meta: { parts } });
    },
  }),
});
