import { search } from "@/lib/figures/search.ts";
import { searchQuery, searchResults } from "@/lib/figures/search_hit.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Find records of every kind by the beginnings of their words",
    description:
      "Records in the trash are not found, nor what the words do not all lead to. The list " +
      "of a kind finds all of them with the same `q`.",
    query: searchQuery,
    returns: searchResults,
    run: ({ trx, member, query }) => search(trx, member, query.q),
  }),
});
