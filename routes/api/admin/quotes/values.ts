import { quoteList } from "@/lib/sales/quotes/quote.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What quotations can be narrowed by, with counts",
    ...valuesOf(quoteList),
    run: async ({ trx, member, query }) =>
      answerValues(await readValues(trx, member, "quote", query as never)),
  }),
});
