import { restoreOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take an opportunity out of the trash",
    description: "In the stage and the state that it had. Its client cannot be in the trash (422 " +
      "`client_id`); 404 unless it is there itself.",
    params: idParams,
    body: versionBody,
    returns: opportunityRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => restoreOpportunity(trx, member, params.id, body),
  }),
});
