import { asMember } from "@/lib/http/guards.ts";
import { type Endpoint, endpoint } from "@/lib/http/endpoint.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";
import { names } from "@/routes/api/admin/(_nouns)/nouns.ts";

/**
 * The endpoint of the values of a list's filters. Each noun has a file for it: Fresh tries
 * `/clients/[id]` before `/[section]/values`.
 */
export function valuesEndpoint(noun: ListedNoun): Endpoint {
  return endpoint({
    GET: asMember({
      summary: `What ${names[noun].all} can be narrowed by, with counts`,
      ...valuesOf(listed[noun].spec),
      run: async ({ trx, member, query }) =>
        answerValues(await readValues(trx, member, noun, query as never)),
    }),
  });
}
