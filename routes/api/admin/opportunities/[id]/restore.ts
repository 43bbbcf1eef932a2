import { restoreOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take an opportunity out of the bin",
    params: idParams,
    returns: opportunityRecord,
    run: ({ trx, member, params }) => restoreOpportunity(trx, member, params.id),
  }),
});
