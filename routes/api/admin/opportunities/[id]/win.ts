import { winOpportunity } from "@/lib/crm/opportunities/close_opportunity.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Mark an open opportunity as won",
    description: "409 `invalid_transition` where it is not open. It makes no sale, as `POST " +
      "/quotes/{id}/confirm-sale` does; `/reopen` takes it back.",
    params: idParams,
    body: versionBody,
    returns: opportunityRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => winOpportunity(trx, member, params.id, body),
  }),
});
