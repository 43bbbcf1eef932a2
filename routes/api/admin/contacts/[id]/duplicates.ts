import * as z from "zod";
import { duplicateRecord } from "@/lib/crm/contacts/contact.ts";
import { listDuplicates } from "@/lib/crm/contacts/duplicates.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Other contacts that may be the same person, the likeliest first",
    description: "At most 10; `/merge` makes two of them one.",
    params: idParams,
    returns: z.array(duplicateRecord),
    run: ({ trx, member, params: { id } }) => listDuplicates(trx, member, id),
  }),
});
