import { taskBoard, taskBoardQuery } from "@/lib/crm/task.ts";
import { readTaskBoard } from "@/lib/crm/task_board.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The tasks as a board",
    description: "A column for each status with its count and its first `per_column` tasks.",
    query: taskBoardQuery,
    returns: taskBoard,
    run: ({ trx, member, query }) => readTaskBoard(trx, member, query),
  }),
});
