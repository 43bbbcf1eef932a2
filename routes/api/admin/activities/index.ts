import * as z from "zod";
import { activityQuery, activityRecord } from "@/lib/crm/activity.ts";
import { listActivities } from "@/lib/crm/activity_list.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { list } from "@/lib/web/envelope.ts";
import { listMeta } from "@/lib/web/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What happened to one record, the newest first",
    query: activityQuery,
    returns: z.array(activityRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listActivities(trx, member.companyId, query);
      return list(records, meta);
    },
  }),
});
