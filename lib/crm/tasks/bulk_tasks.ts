import * as z from "zod";
import { notifyAssignedTask, notifyAssignedTasks } from "@/lib/crm/notices/notices.ts";
import { touchOpportunities } from "@/lib/crm/opportunities/touch_opportunities.ts";
import { taskList, type TaskStatus, taskStatuses } from "@/lib/crm/tasks/task.ts";
import { taskListing } from "@/lib/crm/tasks/tasks.ts";
import { type ListQuery, listSchema } from "@/lib/input/list.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type {
  BulkCall,
  BulkNoun,
  BulkVerb,
  ChangedRow,
  Telling,
} from "@/lib/records/bulk/bulk_noun.ts";
import { tellOf } from "@/lib/records/bulk/change_many.ts";
import { assign, runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";
import { placesOnTop } from "@/lib/records/position.ts";

export const taskBulk = bulkSchema(
  listSchema(taskList),
  {
    ...bulkVerbs.assign,
    status: z.enum(taskStatuses).meta({
      description: "Status that the tasks get.",
    }),
    ...bulkVerbs.trash,
  },
  "TaskBulk",
);

export async function changeTasks(call: BulkCall, body: BulkBody) {
  return await runBulk(call, tasks, body);
}

const tasks: BulkNoun = {
  noun: "task",
  columns: [
    ...["status", "assignee_id", "client_id", "opportunity_id"],
    ...["position", "done_at", "done_by"],
  ],
  about: ({ id, was }) => ({ subject: { task_id: id }, clientId: was.client_id }),
  listing: ({ trx, member, now }, filter: ListQuery) => taskListing(trx, member, filter, now),
  verbs: {
    assignee_id: async (call, id: number | null) => ({
      ...await assign(call, id),
      after: (changed) => notifyOf(call, changed, id),
    }),
    status: setStatus,
    trash,
  },
  undo: (call) => ({ tell: tellStatus, after: touching(call) }),
};

/** Moves them to the top of the column, in their order. */
function setStatus(call: BulkCall, status: TaskStatus): BulkVerb {
  const { trx, member, now } = call;
  const { companyId, userId } = member;
  const isDone = status === "done";
  const positions = new Map<number, number>();
  return {
    tell: tellStatus,
    after: touching(call),
    async gather(rows) {
      const moved = rows.filter(({ was }) => was.status !== status)
        .sort((a, b) => a.was.position - b.was.position || a.id - b.id);
      const free = await placesOnTop(trx, { table: "tasks", companyId, status }, moved.length);
      moved.forEach(({ id }, at) => positions.set(id, free[at]!));
    },
    values({ id, was }) {
      if (was.status === status) return {};
      return {
        status,
        position: positions.get(id)!,
        done_at: isDone ? now.toISOString() : null,
        done_by: isDone ? userId : null,
      };
    },
  };
}

/** Leaves out when and by whom a task was done: the activity has both. */
const tellStatus: Telling = (row, changes) => {
  const { done_at: _at, done_by: _by, ...visible } = changes;
  return visible.status?.[1] === "done" ? { verb: "done", changes: visible } : tellOf(row, visible);
};

function touching({ trx, member }: BulkCall) {
  return async (changed: ChangedRow[]) => {
    const moved = changed.filter(({ changes }) => changes.status);
    await touchOpportunities(trx, member, moved.map(({ was }) => was.opportunity_id));
  };
}

async function notifyOf({ trx, member }: BulkCall, changed: ChangedRow[], userId: number | null) {
  const open = changed.filter(({ was }) => was.status !== "done");
  const [first, ...more] = open;
  if (userId === null || !first) return;
  if (more.length > 0) {
    const tasks = open.map(({ id, name }) => ({ id, title: name! }));
    return await notifyAssignedTasks(trx, member, tasks, userId);
  }
  const task = await trx.selectFrom("tasks").selectAll()
    .where("company_id", "=", member.companyId).where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  await notifyAssignedTask(trx, member, task, first.changes);
}
