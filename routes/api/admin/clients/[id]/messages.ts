import { clientMessageCreate, messageRecord } from "@/lib/crm/contacts/message.ts";
import { messageClient } from "@/lib/crm/clients/message_client.ts";
import { readParts } from "@/lib/crm/contacts/conversation/sending/meta_out.ts";
import { partsMeta } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send a message to a client, or record one",
    description: "As `POST /contacts/{id}/messages`, in the thread of the client's newest live " +
      "contact that the account reaches, else with its address; else one is made. `channel`, " +
      "`external_id` or `sent_at` goes with what is only recorded.",
    params: idParams,
    body: clientMessageCreate,
    returns: messageRecord,
    meta: partsMeta,
    status: 201,
    errors: ["duplicate", "conversation_moved", "address_refused", "window_closed"],
    run: async ({ trx, member, params, body, language }) => {
      const message = await messageClient(trx, { ...member, language }, params.id, body);
      const headers = { Location: `/api/admin/contacts/${message.contact_id}/messages` };
      const parts = await readParts(trx, member, message);
      return reply(message, { status: 201, headers, meta: { parts } });
    },
  }),
});
