import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { cleanText, queryInteger, text } from "@/lib/input/input.ts";
import { filterValues } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";

/** A task: something that someone is to do, about a client, an opportunity or a sale, or nothing. */

export const taskStatuses = ["pending", "in_progress", "done"] as const;
export type TaskStatus = (typeof taskStatuses)[number];
const taskPriorities = ["low", "normal", "high", "urgent"] as const;
const taskKinds = ["general", "follow_up", "delivery"] as const;

const title = text({ max: 200 }).transform((value) => value.trim());
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
  checklist: checklist.optional(),
};

/** The body of POST; the client, and a sale's opportunity, come with what it is linked to. */
export const taskCreate = z.strictObject({ title, ...common }).meta({ id: "TaskCreate" });
export type TaskCreate = z.output<typeof taskCreate>;

/** The body of PATCH: any subset; a neighbour gives it a place in the column of its status. */
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

/** A task as lists, records and the board show it. */
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
  sorts: { due_at: "t.due_at", created_at: "t.created_at" },
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
  counted: {
    kind: "task",
    by: { status: "status", assignee_id: "assignee_id", kind: "facet" },
  },
};

/** The query of the board. */
export const taskBoardQuery = z.strictObject({
  per_column: queryInteger({ min: 1, max: 200 }).default(50),
  assignee_id: z.union([z.enum(["me", "none"]), filterValues.id]).optional(),
  q: cleanText.max(200).optional(),
});
export type TaskBoardQuery = z.output<typeof taskBoardQuery>;

/** The board: a column for each status. */
export const taskBoard = z.object({
  columns: z.array(z.object({
    status: z.enum(taskStatuses),
    count: z.int(),
    cards: z.array(taskRecord),
  })),
}).meta({ id: "TaskBoard" });
