import { restoreOpportunity } from "@/lib/crm/opportunities.ts";
import { opportunityRecord } from "@/lib/crm/opportunity.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take an opportunity out of the bin",
    params: idParams,
    returns: opportunityRecord,
    run: ({ trx, member, params }) => restoreOpportunity(trx, member, params.id),
  }),
});
