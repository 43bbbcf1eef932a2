import { changeTasks, taskBulk } from "@/lib/crm/tasks/bulk_tasks.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many tasks at once, or take such a change back",
    description: bulkDescription + " Who is assigned several tasks gets one notice of them.",
    body: taskBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeTasks(bulkCall(call), body),
  }),
});
