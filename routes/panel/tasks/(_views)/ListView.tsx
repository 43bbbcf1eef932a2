import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { dueOf, TaskCheck } from "@/lib/panel/tasks/parts/TaskLine.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { TaskChecks } from "@/islands/tasks/TaskChecks.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import type { Person } from "@/lib/access/people.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { taskList } from "@/lib/crm/tasks/task.ts";
import type { listTasks } from "@/lib/crm/tasks/tasks.ts";
import type { TimeFormat } from "@/lib/dates.ts";
import type { ListExcel } from "@/lib/panel/list/list_sheets.ts";
import { newTaskFields, taskFilters } from "@/lib/panel/tasks/task_fields.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import type { FilterOption, ListView as View } from "@/lib/panel/list/list_view.ts";
import type { SavedViewsOfList } from "@/lib/panel/list/views/saved_views.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";
import { Tabs } from "@/routes/panel/tasks/(_views)/Tabs.tsx";

type Listed = Awaited<ReturnType<typeof listTasks>>;
type Row = Listed["records"][number];

interface ListViewProps {
  rows: Row[];
  meta: Listed["meta"];
  people: Person[];
  ignored: string[];
  chosen: Record<string, FilterOption[]>;
  view: View & { saved: SavedViewsOfList };
  excel: ListExcel;
  format: TimeFormat;
  companyId: number;
  me: number;
}

/** Tasks of every status as a table. */
export function ListView(props: ListViewProps) {
  const { rows, meta, chosen, people, ignored, view, excel, format, companyId, me } = props;
  const { language, timeZone } = format;
  const words = speak(taskWords, language);
  const who = { companyId, language };
  const title = nounWords.tasks.many[language];
  const { create } = speak(nounWords.tasks, language);
  const columns = columnsOf(format);
  return (
    <>
      <ListPage
        title={title}
        icon="list-checks"
        view={view}
        ignored={ignored}
        meta={meta}
        hasCsv
        language={language}
        empty={{ text: words.empty }}
        tabs={<Tabs current="list" view={view} language={language} />}
        {...listTools({
          view,
          filters: taskFilters(language, people, rows),
          chosen,
          columns,
          bulk: bulkBar("tasks", { view, language, people }),
          plain: `${view.path}?company_id=${companyId}&view=list`,
          companyId,
          language,
        })}
        actions={
          <>
            <ExcelButton {...excel} />
            <NewRecord
              {...who}
              list="tasks"
              page={`/panel/tasks/:id?company_id=${companyId}`}
              label={create}
              title={create}
              fields={newTaskFields(language, people)}
              given={{ assignee_id: me, priority: "normal", kind: "general", ...linkedTo(view) }}
              timeZone={timeZone}
              hash="#new"
              shortcut="c"
            />
          </>
        }
      >
        <ListKeys name="tasks" />
        <DataTable<Row>
          label={title}
          rows={rows}
          view={view}
          sort={view.params.sort ?? taskList.defaultSort}
          language={language}
          hrefOf={({ id }) => `/panel/tasks/${id}?company_id=${companyId}`}
          columns={columns}
          isPickable
        />
      </ListPage>
      <TaskChecks {...who} />
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

function columnsOf(format: TimeFormat): Column<Row>[] {
  const { language } = format;
  const words = speak(taskWords, language);
  const labels = labelsOf(taskFields, language);
  return [
    {
      name: "title",
      label: labels.title,
      sort: "title",
      phone: "first" as const,
      cell: (row: Row) => (
        <span class={row.status === "done" ? "text-soft line-through" : ""}>{row.title}</span>
      ),
    },
    {
      name: "check",
      label: words.done,
      width: "w-16",
      cell: (row: Row) => <TaskCheck task={row} format={format} />,
    },
    {
      name: "about",
      label: words.links,
      priority: 2,
      width: "w-64",
      phone: "second" as const,
      cell: (row: Row) => [row.client?.name, row.sale?.name].filter(Boolean).join(" · "),
    },
    {
      name: "due_at",
      label: words.due,
      sort: "due_at",
      width: "w-28",
      phone: "end" as const,
      cell: (row: Row) => {
        const due = dueOf(row, format);
        return due && <span class={due.isPast ? "text-danger-text" : ""}>{due.text}</span>;
      },
    },
    {
      name: "status",
      label: labels.status,
      sort: "status",
      width: "w-28",
      cell: (row: Row) => <StatusDot noun="task" status={row.status} language={language} />,
    },
    {
      name: "priority",
      label: labels.priority,
      priority: 3,
      width: "w-20",
      cell: (row: Row) => row.priority !== "normal" && words.priorities[row.priority],
    },
    {
      name: "assignee",
      label: labels.assignee_id,
      priority: 2,
      width: "w-32",
      cell: (row: Row) => row.assignee?.name,
    },
    ...extraColumns<Row>(taskFields, language),
  ];
}
