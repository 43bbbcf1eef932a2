import * as z from "zod";
import { listCandidates } from "@/lib/crm/clients/candidates.ts";
import { candidateRecord } from "@/lib/crm/clients/client.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Clients that a contact may be, the likeliest first",
    description: "By the same e-mail address, the same phone or a similar name. `/convert` with " +
      "`client_id` makes the contact one of them.",
    params: idParams,
    returns: z.array(candidateRecord),
    run: ({ trx, member, params }) => listCandidates(trx, member, params.id),
  }),
});
