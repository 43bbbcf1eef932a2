import type { Person } from "@/lib/access/people.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { taskKinds, taskPriorities, taskStatuses } from "@/lib/crm/tasks/task.ts";
import { personFilter, personOptions } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { statusWords } from "@/lib/words/panel/statuses.ts";
import { taskWords } from "@/lib/words/panel/work/tasks.ts";

interface Named {
  id: number;
  name: string | null;
}

interface Linked {
  client: Named | null;
  opportunity: Named | null;
  sale: Named | null;
}

/** A task's fields, for its record and for a new one; its day has a control of its own. */
export function taskFields(
  language: Language,
  people: Person[],
  { client, opportunity, sale }: Partial<Linked> = {},
): FieldSpec[] {
  const words = speak(taskWords, language);
  return [
    { name: "title", label: words.title, kind: "text", isRequired: true, maxLength: 200 },
    { name: "description", label: words.description, kind: "long", maxLength: 10_000 },
    {
      name: "status",
      label: words.status,
      kind: "choice",
      isRequired: true,
      options: statusOptions(language),
    },
    {
      name: "priority",
      label: words.priority,
      kind: "choice",
      isRequired: true,
      options: taskPriorities.map((value) => ({ value, label: words.priorities[value] })),
    },
    {
      name: "kind",
      label: words.kind,
      kind: "choice",
      isRequired: true,
      options: taskKinds.map((value) => ({ value, label: words.kinds[value] })),
    },
    {
      name: "assignee_id",
      label: words.assignee,
      kind: "choice",
      isNumeric: true,
      options: personOptions(people, language),
    },
    ...[
      { name: "client", list: "clients", shown: client },
      { name: "opportunity", list: "opportunities", shown: opportunity },
      { name: "sale", list: "sales", shown: sale },
    ].map(({ name, list, shown }): FieldSpec => ({
      name: `${name}_id`,
      label: words[name as "client" | "opportunity" | "sale"],
      kind: "record",
      list,
      shown: shown?.name ?? "",
    })),
  ];
}

/** The fields that a new task is asked for in the sheet. */
export function newTaskFields(language: Language, people: Person[]): FieldSpec[] {
  const asked = ["title", "priority", "kind", "assignee_id", "client_id"];
  const fields = taskFields(language, people).filter(({ name }) => asked.includes(name));
  return [
    fields[0]!,
    { name: "due_at", label: taskWords.due[language], kind: "instant" },
    ...fields.slice(1),
  ];
}

/** What the buckets and the board can be narrowed by. */
export function bucketFilters(language: Language, people: Person[]): FilterSpec[] {
  const words = speak(taskWords, language);
  return [
    personFilter(people, language, words.assignee),
    {
      name: "priority",
      label: words.priority,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: taskPriorities.map((value) => ({ value, label: words.priorities[value] })),
    },
    {
      name: "kind",
      label: words.kind,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: taskKinds.map((value) => ({ value, label: words.kinds[value] })),
    },
  ];
}

/** What the board can be narrowed by. */
export function taskBoardFilters(
  language: Language,
  people: Person[],
  cards: Linked[],
): FilterSpec[] {
  const words = speak(taskWords, language);
  return [
    personFilter(people, language, words.assignee),
    linkFilter(language, { name: "client", label: words.client, rows: cards }),
  ];
}

/** What the list of tasks can be narrowed by; `rows` are those that the page shows. */
export function taskFilters(language: Language, people: Person[], rows: Linked[]): FilterSpec[] {
  const words = speak(taskWords, language);
  const [person, ...others] = bucketFilters(language, people);
  return [
    {
      name: "status",
      label: words.status,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: statusOptions(language),
    },
    {
      name: "due",
      label: words.due,
      kind: "choice",
      options: taskDueStates.map((value) => ({ value, label: words.dues[value] })),
    },
    person!,
    ...others,
    linkFilter(language, { name: "client", label: words.client, rows }),
    linkFilter(language, { name: "opportunity", label: words.opportunity, rows }),
    linkFilter(language, { name: "sale", label: words.sale, rows }),
    { name: "due_at", label: words.dueDay, kind: "days" },
    { name: "done_at", label: words.doneAt, kind: "days" },
    { name: "created_at", label: words.created, kind: "days" },
  ];
}

function statusOptions(language: Language) {
  return taskStatuses.map((value) => ({ value, label: statusWords.task[value][language] }));
}

/** Offers the records that the list is linked to; those of its rows stand in the page itself. */
function linkFilter(
  language: Language,
  { name, label, rows }: { name: keyof Linked; label: string; rows: Linked[] },
): FilterSpec {
  const found = new Map(rows.flatMap((row) => {
    const link = row[name];
    return link ? [[link.id, link.name ?? String(link.id)] as const] : [];
  }));
  const options = [...found].map(([id, label]) => ({ value: String(id), label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return { name: `${name}_id`, label, kind: "choice", served: "values", options };
}
