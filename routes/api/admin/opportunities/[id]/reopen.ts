import { reopenOpportunity } from "@/lib/crm/opportunities/close_opportunity.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Open a closed opportunity again, in the stage where it was closed",
    description: "A won one only without an active sale: 409 `has_sale` (`details.sale`).",
    params: idParams,
    body: versionBody,
    returns: opportunityRecord,
    errors: ["version_conflict", "invalid_transition", "has_sale"],
    run: ({ trx, member, params, body }) => reopenOpportunity(trx, member, params.id, body),
  }),
});
