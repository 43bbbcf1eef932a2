import { type FieldsOf, internal, ofMember, recordFields } from "@/lib/records/fields/field.ts";
import { assigneeField } from "@/lib/records/fields/shared.ts";
import { statusWords } from "@/lib/words/statuses.ts";
import { taskFieldWords } from "@/lib/crm/tasks/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** The fields of a task: what is to be done, deliveries among it. */

export const taskStatuses = ["pending", "in_progress", "done"] as const;
export const taskPriorities = ["low", "normal", "high", "urgent"] as const;
export const taskKinds = ["general", "follow_up", "delivery"] as const;

const link = {
  kind: "record",
  empty: true,
  privacy: null,
  in: ["record", "filter", "file"],
} as const;

export const taskFields = {
  ...recordFields,
  title: {
    kind: "name",
    max: 200,
    required: true,
    label: fieldWords.title,
    means: "What is to be done.",
    privacy: { of: "client", by: "replaced" },
    in: ["new", "record", "sort", "file"],
    searched: true,
  },
  description: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: fieldWords.description,
    means: "Free text that describes the record to colleagues.",
    privacy: { of: "client", by: "null" },
    in: ["record", "file"],
    last: ["file"],
  },
  status: {
    kind: "choice",
    values: taskStatuses,
    words: statusWords.task,
    label: taskFieldWords.status,
    means: "State of the task: how far the work has come.",
    privacy: null,
    in: ["record", "sort", "filter", "file"],
  },
  priority: {
    kind: "choice",
    values: taskPriorities,
    words: taskFieldWords.priorities,
    label: taskFieldWords.priority,
    means: "How much the task matters to the one who does it.",
    privacy: null,
    in: ["new", "record", "filter", "file"],
  },
  kind: {
    kind: "choice",
    values: taskKinds,
    words: taskFieldWords.kinds,
    label: taskFieldWords.kind,
    fileLabel: fieldWords.type,
    means: "What it is for; confirming a sale makes those of delivery.",
    privacy: null,
    in: ["new", "record", "filter", "file"],
  },
  due_at: {
    kind: "instant",
    empty: true,
    label: { es: "Para cuándo", en: "Due" },
    fileLabel: { es: "Vence", en: "Due" },
    means: "Instant by which the task is to be done.",
    privacy: null,
    in: ["new", "sort", "filter", "file"],
  },
  due_all_day: {
    kind: "flag",
    label: fieldWords.allDay,
    means: "Whether `due_at` means its whole day in the company's time zone (default true).",
    privacy: null,
    in: ["file"],
  },
  done_at: {
    kind: "instant",
    empty: true,
    write: "never",
    label: { es: "Hecha el", en: "Done on" },
    fileLabel: fieldWords.done,
    means: "Instant at which the task was done.",
    privacy: null,
    in: ["sort", "filter", "file"],
  },
  done_by: {
    kind: "person",
    from: "doer",
    empty: true,
    write: "never",
    label: { es: "Hecha por", en: "Done by" },
    means: "The user who did it.",
    privacy: ofMember,
    in: ["file"],
  },
  assignee_id: {
    ...assigneeField,
    means: "The employee who is to do it: its maker unless said. Null is nobody.",
    in: ["new", "record", "filter", "file"],
  },
  client_id: {
    ...link,
    noun: "client",
    label: taskFieldWords.client,
    means: "The client that it belongs to.",
    in: ["new", "record", "filter", "file"],
  },
  contact_id: {
    ...link,
    noun: "contact",
    label: fieldWords.contact,
    means: "The contact that it belongs to.",
  },
  opportunity_id: {
    ...link,
    noun: "opportunity",
    label: fieldWords.opportunity,
    means: "The opportunity that it belongs to.",
  },
  sale_id: {
    ...link,
    noun: "sale",
    label: fieldWords.sale,
    means: "The sale that it belongs to, named by its number.",
  },
  quote_line_id: {
    kind: "id",
    empty: true,
    write: "never",
    label: fieldWords.line,
    means: "Id of the quotation's line that is to be delivered.",
    privacy: null,
  },
  checklist: {
    kind: "special",
    label: { es: "Pasos", en: "Checklist" },
    means: "Steps of the task, in the order they are done.",
    privacy: { of: "client", by: "default" },
  },
  position: internal,
} as const satisfies FieldsOf<"tasks">;
