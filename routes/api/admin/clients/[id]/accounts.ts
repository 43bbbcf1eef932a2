import * as z from "zod";
import { listClientSenders } from "@/lib/crm/clients/reaching_accounts.ts";
import { senderRecord } from "@/lib/crm/contacts/conversation/sending/sender_record.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Accounts that can write to a client",
    description:
      "As those of a contact, over all contacts that became the client; and each mailbox, which " +
      "takes any address.",
    params: idParams,
    returns: z.array(senderRecord),
    run: ({ trx, member, params, language }) =>
      listClientSenders(trx, { ...member, language }, params.id),
  }),
});
