import {
  changeOpportunities,
  opportunityBulk,
} from "@/lib/crm/opportunities/bulk_opportunities.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many opportunities at once, or take such a change back",
    description: bulkDescription +
      " Moving leaves closed ones, trashing those with an active sale (`has_sale`).",
    body: opportunityBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ trx, member, body, language }) =>
      await changeOpportunities({ trx, member, language, now: new Date() }, body),
  }),
});
