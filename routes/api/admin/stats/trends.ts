import { readTrends } from "@/lib/figures/trends.ts";
import { trendsQuery, trendsRange, trendsRecord } from "@/lib/figures/trends_record.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Sales and opportunities by month, reasons for losses, and the stages",
    description: "The twelve months up to this one unless said; five years at most.",
    query: trendsQuery,
    returns: trendsRecord,
    errors: ["invalid_range"],
    run: ({ trx, member, query }) => readTrends(trx, member, trendsRange(query, member.timezone)),
  }),
});
