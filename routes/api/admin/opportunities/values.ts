import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What opportunities can be narrowed by, with counts",
    ...valuesOf(opportunityList),
    run: async ({ trx, member, query }) =>
      answerValues(await readValues(trx, member, "opportunity", query as never)),
  }),
});
