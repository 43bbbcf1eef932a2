import { define } from "@/lib/http/pages.ts";
import { DayView } from "@/routes/panel/tasks/(_views)/DayView.tsx";
import { ListView } from "@/routes/panel/tasks/(_views)/ListView.tsx";
import { StatusView } from "@/routes/panel/tasks/(_views)/StatusView.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { readTaskBuckets } from "@/lib/crm/tasks/task_buckets.ts";
import { readTaskBoard } from "@/lib/crm/tasks/task_board.ts";
import { taskBoardQuery } from "@/lib/crm/tasks/task.ts";
import { listTasks } from "@/lib/crm/tasks/tasks.ts";
import type { PageCall } from "@/lib/http/pages.ts";
import type { Assignee } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { taskViewOf } from "@/lib/panel/tasks/task_view.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { listSchemas } from "@/lib/views/listed.ts";
import { nounWords } from "@/lib/words/nouns.ts";

const bucketSchema = listSchemas.task.pick({
  assignee_id: true,
  priority: true,
  kind: true,
  q: true,
});
const perBucket = 50;

export const handler = panelPage({
  title: nounWords.tasks.many,
  stylesheets: ["/lists.css", "/board.css", "/tasks.css"],
  run: async (call) => {
    const { member, url } = call;
    return { ...await readers[taskViewOf(url.searchParams)](call), me: member.userId };
  },
});

const readers = { days: readDays, board: readColumns, list: readList };

/** One's own tasks, unless the address says whose; `all` is everyone's. */
async function readDays(call: PageCall) {
  const { trx, member, url, now } = call;
  const isOfAll = url.searchParams.get("assignee_id") === "all";
  const { asked, ignored } = readListQuery<{ assignee_id?: Assignee[] }>(
    bucketSchema,
    url.searchParams,
    isOfAll ? ["view", "assignee_id"] : ["view"],
  );
  const assignee_id = isOfAll ? undefined : asked.assignee_id ?? ["me" as const];
  const query = { ...asked, assignee_id, page: 1, per_page: perBucket, sort: [] };
  const buckets = await readTaskBuckets(trx, member, { ...query, per_bucket: perBucket }, now);
  const around = await readAround(call, ignored);
  return { kind: "days" as const, ...around, buckets, assignees: assignee_id };
}

async function readColumns(call: PageCall) {
  const { trx, member, url } = call;
  const { asked, ignored } = readListQuery<Parameters<typeof readTaskBoard>[2]>(
    taskBoardQuery,
    url.searchParams,
    ["view"],
  );
  const { columns } = await readTaskBoard(trx, member, asked);
  const around = await readAround(call, ignored);
  return { kind: "board" as const, ...around, columns, assignees: asked.assignee_id };
}

/** Data around days and board, as around every list. */
async function readAround(call: PageCall, ignored: string[]) {
  const { trx, member, url } = call;
  return {
    currency: member.currency,
    ignored,
    people: await listPeople(trx, member),
    view: viewOf(url, member.companyId, ignored),
  };
}

async function readList(call: PageCall) {
  return { kind: "list" as const, ...await readListPage(call, "task", listTasks) };
}

export default define.page<typeof handler>(({ data }) => {
  switch (data.kind) {
    case "days":
      return <DayView {...data} />;
    case "board":
      return <StatusView {...data} />;
    case "list":
      return <ListView {...data} />;
  }
});
