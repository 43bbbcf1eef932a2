import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import {
  type TaskBoardQuery,
  taskList,
  type TaskStatus,
  taskStatuses,
} from "@/lib/crm/tasks/task.ts";
import { taskRows, toTask } from "@/lib/crm/tasks/tasks.ts";
import { keptCounts } from "@/lib/records/counts.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { endOf } from "@/lib/records/listing/board.ts";
import { isAfter } from "@/lib/records/listing/conditions.ts";
import { narrow, type Reader } from "@/lib/records/lists.ts";

/** Reads all columns or one, with counts and first cards, or those after a cursor. */
export async function readTaskBoard(db: Db, reader: Reader, query: TaskBoardQuery) {
  const counts = await countRows(db, reader, query);
  const cards = await cardRows(db, reader, query);
  return {
    columns: statusesOf(query).map((status) => {
      const { count, rest } = counts.find((row) => row.status === status) ?? { count: 0, rest: 0 };
      const own = cards.filter((card) => card.status === status);
      return { status, count, cards: own.map(toTask), ...endOf(rest, own) };
    }),
  };
}

function statusesOf({ status }: TaskBoardQuery): readonly TaskStatus[] {
  return status === undefined ? taskStatuses : [status];
}

/** `rest` counts from `after` on. Without filters the kept counts save reading the tasks. */
async function countRows(db: Db, reader: Reader, query: TaskBoardQuery) {
  const { q, client_id, after } = query;
  if (!q?.trim() && client_id === undefined && after === undefined) {
    const { assignee_id } = query;
    const rows = await keptCounts(db, taskList.counted!, { assignee_id }, reader)
      .select(["status", (eb) => eb.fn.sum<number>("n").as("count")]).groupBy("status").execute();
    return rows.map((row) => ({ ...row, rest: row.count }));
  }
  const ahead = after ? isAfter(after) : sql<boolean>`true`;
  return await narrow(db.selectFrom("tasks as t"), taskList, listed(query), reader)
    .select(["t.status", (eb) => eb.fn.countAll<number>().as("count")])
    .select(sql<number>`count(*) filter (where ${ahead})`.as("rest"))
    .where("t.status", "in", statusesOf(query)).groupBy("t.status").execute();
}

/** Reads each column by one index scan, so that the rest of a long column is never read. */
function cardRows(db: Db, reader: Reader, boardQuery: TaskBoardQuery) {
  const { after, per_column } = boardQuery;
  const first = narrow(db.selectFrom("tasks as t"), taskList, listed(boardQuery), reader)
    .where(sql<boolean>`t.status = s.status`)
    .$if(after !== undefined, (query) => query.where(isAfter(after!)))
    .select("t.id").orderBy("t.position").orderBy("t.id").limit(per_column);
  const statuses = sql`${[...statusesOf(boardQuery)]}::text[]`;
  return taskRows(db).where("t.company_id", "=", reader.companyId)
    .where(sql<boolean>`t.id = any (array(
      select o.id from unnest(${statuses}) s (status) cross join lateral (${first}) o))`)
    .orderBy("t.position").orderBy("t.id").execute();
}

function listed({ assignee_id, client_id, q }: TaskBoardQuery): ListQuery {
  return { page: 1, per_page: 1, sort: [], assignee_id, client_id, q };
}
