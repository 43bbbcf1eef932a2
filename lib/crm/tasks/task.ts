import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { taskDueStates } from "@/lib/crm/tasks/bucket.ts";
import { taskFields, taskKinds, taskPriorities, taskStatuses } from "@/lib/crm/tasks/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { boardFilters, columnEnd, withColumn } from "@/lib/records/listing/board.ts";

export { taskKinds, taskPriorities, taskStatuses };
export type TaskStatus = (typeof taskStatuses)[number];
export type TaskPriority = (typeof taskPriorities)[number];
export type TaskKind = (typeof taskKinds)[number];

const step = { description: "What is to be done in this step." };
const isDone = z.boolean().meta({ description: "Whether the step is done." });
const checklist = z.array(z.strictObject({
  text: nameText({ max: 200 }).meta(step),
  done: isDone.default(false),
})).max(50);
const special = { checklist: field.emptiable(checklist) };

/** The client, and a sale's opportunity, follow from the link. */
export const taskCreate = createSchema(taskFields, special).meta({ id: "TaskCreate" });
export type TaskCreate = z.output<typeof taskCreate>;

/** A neighbour sets the position in the column of its status. */
export const taskPatch = patchSchema(taskFields, special).extend({
  before_id: field.id.optional().meta({
    description: "It goes directly before (above) this one of its column.",
  }),
  after_id: field.id.optional().meta({
    description: "It goes directly after (below) this one, which counts before `before_id`.",
  }),
}).meta({ id: "TaskPatch" });
export type TaskPatch = z.output<typeof taskPatch>;

export const taskRecord = recordSchema(taskFields, {
  checklist: z.array(
    z.object({ text: z.string().meta(step), done: isDone }),
  ),
}).meta({ id: "TaskRecord" });

export const taskList = listOf(taskFields, {
  words: "task",
  defaultSort: "due_at",
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
});

export const taskBoardQuery = withColumn(
  z.strictObject({
    status: z.enum(taskStatuses).optional().meta({
      description: "Returns only the column of this id or status.",
    }),
    ...boardFilters,
  }),
  "status",
);
export type TaskBoardQuery = z.output<typeof taskBoardQuery>;

export const taskBoard = z.object({
  columns: z.array(z.object({
    status: z.enum(taskStatuses).meta({ description: "The state that the column shows." }),
    count: z.int().meta({ description: "How many records the column has, shown or not." }),
    cards: z.array(taskRecord).meta({ description: "The first records of the column." }),
    ...columnEnd,
  })).meta({ description: "The columns of the board, from left to right." }),
}).meta({ id: "TaskBoard" });
