import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { navigationCounts, readNavigation } from "@/lib/figures/navigation.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "How much waits in each section",
    description:
      "One number for each section of the panel; all but `tasks` are the whole company's.",
    returns: navigationCounts,
    run: ({ trx, member }) => readNavigation(trx, member),
  }),
});
