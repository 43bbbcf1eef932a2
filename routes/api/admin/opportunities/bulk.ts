import {
  changeOpportunities,
  opportunityBulk,
} from "@/lib/crm/opportunities/bulk_opportunities.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many opportunities at once, or take such a change back",
    description: bulkDescription +
      " Moving leaves closed ones, trashing those with an active sale (`has_sale`).",
    body: opportunityBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeOpportunities(bulkCall(call), body),
  }),
});
