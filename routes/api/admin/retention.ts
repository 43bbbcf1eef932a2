import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { retentionQuery, retentionRecord } from "@/lib/privacy/request.ts";
import { readRetention } from "@/lib/privacy/retention.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "How many contacts are older than the company keeps them",
    description: "Counts what the next night would erase: contacts that never became clients, " +
      "are in no opportunity, and that nobody has touched for so many months. `retention_months` " +
      "of the company says how many.",
    query: retentionQuery,
    returns: retentionRecord,
    run: ({ trx, member, query }) => readRetention(trx, member, query.months),
  }),
});
