import { saleList } from "@/lib/sales/sales/sale.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What sales can be narrowed by, with counts",
    ...valuesOf(saleList),
    run: async ({ trx, member, query }) =>
      answerValues(await readValues(trx, member, "sale", query as never)),
  }),
});
