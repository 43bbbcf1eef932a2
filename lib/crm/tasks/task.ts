import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { filterValues } from "@/lib/input/list.ts";
import { boardFilters, columnEnd, withColumn } from "@/lib/records/listing/board.ts";
import type { NounList } from "@/lib/records/nouns.ts";

export const taskStatuses = ["pending", "in_progress", "done"] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskPriorities = ["low", "normal", "high", "urgent"] as const;
export type TaskPriority = (typeof taskPriorities)[number];
export const taskKinds = ["general", "follow_up", "delivery"] as const;
export type TaskKind = (typeof taskKinds)[number];

const title = nameText({ max: 200 });
const checklist = z.array(z.strictObject({
  text: text({ max: 200 }),
  done: z.boolean().default(false),
})).max(50);

const common = {
  description: field.optionalText(10_000),
  status: z.enum(taskStatuses).optional(),
  priority: z.enum(taskPriorities).optional(),
  kind: z.enum(taskKinds).optional(),
  due_at: field.instant.nullable().optional(),
  due_all_day: z.boolean().optional().meta({
    description: "Whether `due_at` means its whole day in the company's time zone (default true).",
  }),
  assignee_id: field.id.nullable().optional(),
  client_id: field.id.nullable().optional(),
  opportunity_id: field.id.nullable().optional(),
  sale_id: field.id.nullable().optional(),
  checklist: field.emptiable(checklist).optional(),
};

/** The client, and a sale's opportunity, follow from the link. */
export const taskCreate = z.strictObject({ title, ...common }).meta({ id: "TaskCreate" });
export type TaskCreate = z.output<typeof taskCreate>;

/** A neighbour sets the place in the column of its status. */
export const taskPatch = z.strictObject({
  title: title.optional(),
  ...common,
  before_id: field.id.optional().meta({
    description: "It goes directly before (above) this one of its column.",
  }),
  after_id: field.id.optional().meta({
    description: "It goes directly after (below) this one, which counts before `before_id`.",
  }),
  version: field.version,
}).meta({ id: "TaskPatch" });
export type TaskPatch = z.output<typeof taskPatch>;

export const taskRecord = z.object({
  ...field.recordFields,
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(taskStatuses),
  priority: z.enum(taskPriorities),
  kind: z.enum(taskKinds),
  due_at: z.iso.datetime().nullable(),
  due_all_day: z.boolean(),
  done_at: z.iso.datetime().nullable(),
  done_by: field.reference.nullable(),
  assignee: field.reference.nullable(),
  client: field.reference.nullable(),
  opportunity: field.reference.nullable(),
  sale: field.reference.nullable().meta({ description: "Its name is the sale's number." }),
  quote_line_id: z.int().nullable(),
  checklist: z.array(z.object({ text: z.string(), done: z.boolean() })),
}).meta({ id: "Task" });

export const taskList: NounList = {
  words: "task",
  sorts: {
    due_at: "t.due_at",
    created_at: "t.created_at",
    title: "t.title",
    status: "t.status",
    done_at: "t.done_at",
  },
  defaultSort: "due_at",
  filters: {
    status: { column: "t.status", value: z.enum(taskStatuses) },
    priority: { column: "t.priority", value: z.enum(taskPriorities) },
    kind: { column: "t.kind", value: z.enum(taskKinds) },
    client_id: { column: "t.client_id", value: filterValues.id },
    opportunity_id: { column: "t.opportunity_id", value: filterValues.id },
    sale_id: { column: "t.sale_id", value: filterValues.id },
  },
  ranges: {
    due_at: { column: "t.due_at", value: "instant" },
    created_at: { column: "t.created_at", value: "instant" },
    done_at: { column: "t.done_at", value: "instant" },
  },
  assignee: "t.assignee_id",
  others: {
    due: z.enum(taskDueStates).meta({
      description: "Of what is not done: due on no day, overdue, due today, after today in this " +
        "week, on any day after today, or after this week; weeks begin on Monday.",
    }),
  },
  counted: {
    kind: "task",
    by: { status: "status", assignee_id: "assignee_id", kind: "facet" },
  },
};

export const taskBoardQuery = withColumn(
  z.strictObject({
    status: z.enum(taskStatuses).optional().meta({ description: "Only this column." }),
    ...boardFilters,
  }),
  "status",
);
export type TaskBoardQuery = z.output<typeof taskBoardQuery>;

export const taskBoard = z.object({
  columns: z.array(z.object({
    status: z.enum(taskStatuses),
    count: z.int(),
    cards: z.array(taskRecord),
    ...columnEnd,
  })),
}).meta({ id: "TaskBoard" });
