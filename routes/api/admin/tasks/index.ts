import * as z from "zod";
import { taskCreate, taskList, taskRecord } from "@/lib/crm/tasks/task.ts";
import { createTask, listTasks } from "@/lib/crm/tasks/tasks.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Tasks, the first due first",
    description: "Done ones are among them: `status=pending,in_progress` leaves them out.",
    query: listSchema(taskList),
    returns: z.array(taskRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listTasks(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Make a task",
    description:
      "On top of its column. Without `client_id` it is one of its sale's or opportunity's " +
      "client. The assignee is notified.",
    body: taskCreate,
    returns: taskRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "task", services.config.bounds.recordsPerCompany);
      const task = await createTask(trx, member, body);
      return created(task, `/api/admin/tasks/${task.id}`);
    },
  }),
});
