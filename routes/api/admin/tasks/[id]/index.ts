import { taskPatch, taskRecord } from "@/lib/crm/tasks/task.ts";
import { changeTask, findTask, trashTask } from "@/lib/crm/tasks/tasks.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a task",
    description: "One in the trash is 404 until it is restored.",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => findTask(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a task's fields, its status and its place on the board too",
    description:
      "Fields that are absent stay as they are, null empties one. Any status may follow " +
      "any other; a new one puts the task on top of its column, unless `before_id` or " +
      "`after_id` names another task as its neighbour. A new assignee is notified.",
    params: idParams,
    body: taskPatch,
    returns: taskRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => changeTask(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a task into the trash for 30 days",
    description: "Client, opportunity and sale stay as they are. `/restore` brings it back.",
    params: idParams,
    returns: taskRecord,
    run: ({ trx, member, params }) => trashTask(trx, member, params.id),
  }),
});
