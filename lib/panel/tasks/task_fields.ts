import type { Person } from "@/lib/access/people.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import {
  filterFields,
  type FilterName,
  formFields,
  putFirst,
} from "@/lib/panel/record/form_fields.ts";
import type { FieldSpec } from "@/components/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface Named {
  id: number;
  name: string | null;
}

interface Linked {
  client: Named | null;
  opportunity: Named | null;
  sale: Named | null;
}

/** The fields that a new task is asked for in the sheet: what, until when, then the rest. */
export function newTaskFields(language: Language, people: Person[]): FieldSpec[] {
  return putFirst(formFields(taskFields, "new", { language, people }), "title", "due_at");
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
  const found = new Map(rows.flatMap((row) => {
    const link = row[name];
    return link ? [[link.id, link.name ?? String(link.id)] as const] : [];
  }));
  const options = [...found].map(([id, label]) => ({ value: String(id), label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const label = taskFields[`${name}_id`].label[language];
  return { name: `${name}_id`, label, kind: "choice", served: "values", options };
}
