import { taskPatch, taskRecord } from "@/lib/crm/tasks/task.ts";
import { changeTask, findTask, trashTask } from "@/lib/crm/tasks/tasks.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a task",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => findTask(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a task's fields, its status and its place on the board too",
    params: idParams,
    body: taskPatch,
    returns: taskRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => changeTask(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a task into the bin for 30 days",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => trashTask(trx, member, params.id),
  }),
});
