import { loseOpportunity } from "@/lib/crm/close_opportunity.ts";
import { opportunityLoss, opportunityRecord } from "@/lib/crm/opportunity.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Mark an open opportunity as lost, and say why",
    params: idParams,
    body: opportunityLoss,
    returns: opportunityRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, body }) => loseOpportunity(trx, member, params.id, body),
  }),
});
