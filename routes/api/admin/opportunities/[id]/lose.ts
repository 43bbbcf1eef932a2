import { loseOpportunity } from "@/lib/crm/opportunities/close_opportunity.ts";
import { opportunityLoss, opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Mark an open opportunity as lost, and say why",
    description:
      "409 `invalid_transition` where it is not open. Its quotations stay as they are; " +
      "`/reopen` takes it back.",
    params: idParams,
    body: opportunityLoss,
    returns: opportunityRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => loseOpportunity(trx, member, params.id, body),
  }),
});
