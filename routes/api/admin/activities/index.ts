import * as z from "zod";
import { activityQuery, activityRecord } from "@/lib/records/activity.ts";
import { listActivities } from "@/lib/records/activities.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What happened to one record or in the whole company, the newest first",
    description: "At most one record can be named. `total` counts no further than ten pages ahead.",
    query: activityQuery,
    returns: z.array(activityRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listActivities(trx, member, query);
      return list(records, meta);
    },
  }),
});
