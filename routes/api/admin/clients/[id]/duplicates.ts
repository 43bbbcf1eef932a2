import * as z from "zod";
import { listDuplicateClients } from "@/lib/crm/clients/candidates.ts";
import { candidateRecord } from "@/lib/crm/clients/client.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Other clients that may be the same, the likeliest first",
    description: "At most 10; `/merge` makes two of them one.",
    params: idParams,
    returns: z.array(candidateRecord),
    run: ({ trx, member, params: { id } }) => listDuplicateClients(trx, member, id),
  }),
});
