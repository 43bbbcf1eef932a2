import * as z from "zod";
import {
  listSenders,
  senderRecord,
} from "@/lib/crm/contacts/conversation/sending/sender_record.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Accounts that can write to a contact",
    description:
      "Each mailbox where there is an address, programs that know them, and accounts of " +
      "WhatsApp, Instagram and Facebook that have an id of theirs.",
    params: idParams,
    returns: z.array(senderRecord),
    run: ({ trx, member, params }) => listSenders(trx, member, params.id),
  }),
});
