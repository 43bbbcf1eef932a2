import { taskRecord } from "@/lib/crm/tasks/task.ts";
import { restoreTask } from "@/lib/crm/tasks/tasks.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a task out of the trash",
    description: "With the status and the links that it had. 404 unless it is in the trash.",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => restoreTask(trx, member, params.id),
  }),
});
