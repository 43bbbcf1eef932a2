import { taskRecord } from "@/lib/crm/task.ts";
import { restoreTask } from "@/lib/crm/tasks.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a task out of the bin",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => restoreTask(trx, member, params.id),
  }),
});
