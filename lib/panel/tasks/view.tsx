import type { TimeFormat } from "@/lib/values/dates.ts";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import type { RowOf } from "@/lib/panel/list/list_page.ts";
import { StatusDot } from "@/components/StatusDot.tsx";
import { TaskCheck } from "@/lib/panel/tasks/parts/TaskLine.tsx";
import { dueOf } from "@/lib/panel/tasks/due_day.ts";
import type { listTasks } from "@/lib/crm/tasks/tasks.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import type { Person } from "@/lib/access/people.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import { filterFields, type FilterName } from "@/lib/panel/list/filter_fields.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

type Row = RowOf<typeof listTasks>;

interface Named {
  id: number;
  name: string | null;
}

interface Linked {
  client: Named | null;
  opportunity: Named | null;
  sale: Named | null;
}

/** Filters of the buckets and the board. */
export function bucketFilters(language: Language, people: Person[]): FilterSpec[] {
  return filterFields(taskFields, ["assignee_id", "priority", "kind"], { language, people });
}

/** Filters of the board. */
export function taskBoardFilters(
  language: Language,
  people: Person[],
  cards: Linked[],
): FilterSpec[] {
  return [
    ...filterFields(taskFields, ["assignee_id"], { language, people }),
    linkFilter(language, { name: "client", rows: cards }),
  ];
}

/** Filters of the list of tasks; `rows` are those on the page. */
export function taskFilters(language: Language, people: Person[], rows: Linked[]): FilterSpec[] {
  const words = speak(taskWords, language);
  const ofTable = (...names: FilterName<typeof taskFields>[]) =>
    filterFields(taskFields, names, { language, people });
  const link = (name: keyof Linked) => linkFilter(language, { name, rows });
  return [
    ...ofTable("status"),
    {
      name: "due",
      label: words.due,
      kind: "choice",
      options: taskDueStates.map((value) => ({ value, label: words.dues[value] })),
    },
    ...ofTable("assignee_id", "priority", "kind"),
    ...(["client", "opportunity", "sale"] as const).map(link),
    { name: "due_at", label: words.dueDay, kind: "days" },
    ...ofTable("done_at", "created_at"),
  ];
}

/** Offers the records that the list is linked to; those of its rows stand in the page itself. */
function linkFilter(
  language: Language,
  { name, rows }: { name: keyof Linked; rows: Linked[] },
): FilterSpec {
  const names = new Map(rows.flatMap((row) => {
    const link = row[name];
    return link ? [[link.id, link.name ?? String(link.id)] as const] : [];
  }));
  const options = [...names].map(([id, label]) => ({ value: String(id), label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const label = taskFields[`${name}_id`].label[language];
  return { name: `${name}_id`, label, kind: "choice", served: "values", options };
}

/** Columns of the list of tasks. */
export function taskColumns(format: TimeFormat): Column<Row>[] {
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
      cell: (row: Row) => <TaskCheck task={row} />,
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
      cell: (row: Row) => <StatusDot noun="task" status={row.status} />,
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
  ];
}
