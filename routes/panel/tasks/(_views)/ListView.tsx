import { usePage } from "@/components/page.ts";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { TaskChecks } from "@/islands/tasks/TaskChecks.tsx";
import type { listTasks } from "@/lib/crm/tasks/tasks.ts";
import type { ListPageData } from "@/lib/panel/list/list_page.ts";
import type { ListView as View } from "@/lib/panel/list/list_view.ts";
import { newTaskFields } from "@/lib/panel/tasks/task_fields.ts";
import { taskColumns, taskFilters } from "@/lib/panel/tasks/view.tsx";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";
import { Tabs, Whose } from "@/routes/panel/tasks/(_views)/Tabs.tsx";

type ListViewProps = ListPageData<typeof listTasks> & { me: number };

/** Tasks of every status as a table. */
export function ListView({ me, ...data }: ListViewProps) {
  const page = usePage();
  const { href, language } = page;
  const { rows, people, view } = data;
  const create = nounWords.tasks.create[language];
  return (
    <>
      <NounList
        noun="task"
        data={data}
        filters={taskFilters(language, people, rows)}
        columns={taskColumns(page)}
        empty={{ text: taskWords.empty[language] }}
        tabs={<Tabs current="list" view={view} />}
        lead={<Whose current="list" view={view} />}
        create={
          <NewRecord
            list="tasks"
            page={href("/panel/tasks/:id")}
            label={create}
            title={create}
            fields={newTaskFields(language, people)}
            preset={{ assignee_id: me, priority: "normal", kind: "general", ...linkedTo(view) }}
            hash="#new"
            shortcut="c"
          />
        }
      />
      <TaskChecks />
    </>
  );
}

/** Filters of the list as a new task's first values. */
function linkedTo({ params }: View) {
  const names = ["sale_id", "opportunity_id", "client_id"] as const;
  return Object.fromEntries(
    names.filter((name) => /^\d+$/.test(params[name] ?? ""))
      .map((name) => [name, Number(params[name])]),
  );
}
