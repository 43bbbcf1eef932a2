import { clientMessageCreate, messageRecord } from "@/lib/crm/contacts/message.ts";
import { messageClient } from "@/lib/crm/clients/message_client.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send a message to a client",
    description: "In the thread of the client's newest live contact that the account reaches, " +
      "else with its address; else one is made. It can be cancelled for 10 s.",
    params: idParams,
    body: clientMessageCreate,
    returns: messageRecord,
    status: 201,
    errors: ["address_refused"],
    run: async ({ trx, member, params, body, language }) => {
      const message = await messageClient(trx, { ...member, language }, params.id, body);
      return created(message, `/api/admin/contacts/${message.contact_id}/messages`);
    },
  }),
});
