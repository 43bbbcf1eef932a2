import { winOpportunity } from "@/lib/crm/close_opportunity.ts";
import { opportunityRecord } from "@/lib/crm/opportunity.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Mark an open opportunity as won",
    params: idParams,
    returns: opportunityRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => winOpportunity(trx, member, params.id),
  }),
});
