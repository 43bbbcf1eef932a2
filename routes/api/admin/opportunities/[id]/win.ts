import { winOpportunity } from "@/lib/crm/opportunities/close_opportunity.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Mark an open opportunity as won",
    params: idParams,
    returns: opportunityRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => winOpportunity(trx, member, params.id),
  }),
});
