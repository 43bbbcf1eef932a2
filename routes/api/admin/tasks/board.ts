import { taskBoard, taskBoardQuery } from "@/lib/crm/tasks/task.ts";
import { readTaskBoard } from "@/lib/crm/tasks/task_board.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The tasks as a board",
    description: "A column for each status with its count and its first `per_column` tasks. " +
      "`status` with `after`, a column's `next`, gives that column's next ones.",
    query: taskBoardQuery,
    returns: taskBoard,
    run: ({ trx, member, query }) => readTaskBoard(trx, member, query),
  }),
});
