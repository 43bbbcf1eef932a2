import * as z from "zod";
import { listCandidates } from "@/lib/crm/candidates.ts";
import { candidateRecord } from "@/lib/crm/client.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Clients that a contact may be, the likeliest first",
    params: idParams,
    returns: z.array(candidateRecord),
    run: ({ trx, member, params }) => listCandidates(trx, member.companyId, params.id),
  }),
});
