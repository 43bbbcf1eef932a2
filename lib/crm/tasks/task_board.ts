import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { type TaskBoardQuery, taskList, taskStatuses } from "@/lib/crm/tasks/task.ts";
import { taskRows, toTask } from "@/lib/crm/tasks/tasks.ts";
import { keptCounts } from "@/lib/records/counts.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { narrow, type Reader } from "@/lib/records/lists.ts";

/** The task board: a column for each status with its count and its first cards. Two statements. */
export async function readTaskBoard(db: Db, reader: Reader, asked: TaskBoardQuery) {
  const counts = await countRows(db, reader, asked);
  const cards = (await cardRows(db, reader, asked)).map(toTask);
  return {
    columns: taskStatuses.map((status) => ({
      status,
      count: counts.find((row) => row.status === status)?.count ?? 0,
      cards: cards.filter((card) => card.status === status),
    })),
  };
}

/** How many tasks each column has; with words they are counted, else the counts are known. */
function countRows(db: Db, reader: Reader, asked: TaskBoardQuery) {
  if (!asked.q?.trim()) {
    return keptCounts(db, taskList.counted!, asked, reader)
      .select(["status", (eb) => eb.fn.sum<number>("n").as("count")]).groupBy("status").execute();
  }
  return narrow(db.selectFrom("tasks as t"), taskList, listed(asked), reader)
    .select(["t.status", (eb) => eb.fn.countAll<number>().as("count")])
    .groupBy("t.status").execute();
}

/** Each column's first cards by its own index scan: the rest of a long column is never read. */
function cardRows(db: Db, reader: Reader, asked: TaskBoardQuery) {
  const first = narrow(db.selectFrom("tasks as t"), taskList, listed(asked), reader)
    .where(sql<boolean>`t.status = s.status`)
    .select("t.id").orderBy("t.position").orderBy("t.id").limit(asked.per_column);
  return taskRows(db).where("t.company_id", "=", reader.companyId)
    .where(sql<boolean>`t.id in (
      select o.id from unnest(${[
      ...taskStatuses,
    ]}::text[]) s (status) cross join lateral (${first}) o)`)
    .orderBy("t.position").orderBy("t.id").execute();
}

function listed({ assignee_id, q }: TaskBoardQuery): ListQuery {
  return { page: 1, per_page: 1, sort: [], assignee_id, q };
}
