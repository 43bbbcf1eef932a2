import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { navigationCounts, readNavigation } from "@/lib/reports/navigation.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "How much waits in each section",
    returns: navigationCounts,
    run: ({ trx, member }) => readNavigation(trx, member),
  }),
});
