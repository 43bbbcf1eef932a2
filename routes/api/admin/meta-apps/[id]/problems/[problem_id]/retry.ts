import * as z from "zod";
import { problemParams } from "@/lib/channels/meta/apps/app.ts";
import { retryAppProblem } from "@/lib/channels/meta/apps/problems.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Give what a Meta app's hook brought to accounts that there are now",
    description: "What an account took is no problem any more; the rest stays listed.",
    params: problemParams,
    returns: z.object({
      taken: z.boolean().meta({ description: "Whether anything was taken or is read again." }),
    }),
    runWithoutTransaction: async ({ asMember, params, services }) => {
      const tenant = await asMember(({ member }) => Promise.resolve(member));
      const place = { appId: params.id, id: params.problem_id };
      const { split, read } = await retryAppProblem(services.database.db, tenant, place);
      if (split) services.hookSplitting.add(tenant.companyId);
      for (const companyId of read) services.reading.sweepLater(companyId);
      return { taken: split || read.length > 0 };
    },
  }),
});
