import { moveOpportunity } from "@/lib/crm/opportunities/move_opportunity.ts";
import { opportunityMove, opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Move an open opportunity to a stage, and to a place in its column",
    description:
      "A neighbour that has meanwhile left the column no longer counts. A place within " +
      "the same column is no new version.",
    params: idParams,
    body: opportunityMove,
    returns: opportunityRecord,
    errors: ["invalid_transition", "version_conflict"],
    run: ({ trx, member, params, body }) => moveOpportunity(trx, member, params.id, body),
  }),
});
