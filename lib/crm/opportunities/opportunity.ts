import * as z from "zod";
import { opportunityFields, opportunityStatuses } from "@/lib/crm/opportunities/fields.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";
import { filterValues, taggedWith } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { boardFilters, columnEnd, withColumn } from "@/lib/records/listing/board.ts";

export { opportunityStatuses };
export type OpportunityStatus = (typeof opportunityStatuses)[number];

/** States in which each verb is allowed; `reopen` also needs that there is no active sale. */
export const opportunityCan = {
  move: ["open"],
  win: ["open"],
  lose: ["open"],
  reopen: ["won", "lost"],
} as const satisfies Record<string, readonly OpportunityStatus[]>;
export type OpportunityVerb = keyof typeof opportunityCan;

export function opportunityVerbs(status: OpportunityStatus): OpportunityVerb[] {
  return (Object.keys(opportunityCan) as OpportunityVerb[]).filter((verb) =>
    (opportunityCan[verb] as readonly OpportunityStatus[]).includes(status)
  );
}

/**
 * Whole days since the last activity beyond the stage's limit. Null if it does not rot: closed, no
 * limit (0), a next action is planned, or still within the limit.
 */
export function rottingDays(
  opportunity: {
    status: OpportunityStatus;
    rot_days: number;
    last_activity_at: Date;
    next_action_at: Date | null;
  },
  now: Date,
): number | null {
  const { status, rot_days, last_activity_at, next_action_at } = opportunity;
  if (status !== "open" || rot_days === 0) return null;
  if (next_action_at && next_action_at > now) return null;
  const days = (now.getTime() - last_activity_at.getTime()) / 86_400_000 - rot_days;
  return days > 0 ? Math.floor(days) : null;
}

/** Starts in the first stage by default. */
export const opportunityCreate = createSchema(opportunityFields).meta({ id: "OpportunityCreate" });
export type OpportunityCreate = z.output<typeof opportunityCreate>;

/** Stage and status change by their own verbs. */
export const opportunityPatch = patchSchema(opportunityFields).meta({ id: "OpportunityPatch" });
export type OpportunityPatch = z.output<typeof opportunityPatch>;

export const opportunityMove = z.strictObject({
  stage_id: field.id.meta({ description: "Id of the stage of the pipeline." }),
  before_id: field.id.optional().meta({
    description: "It goes directly before (above) this one; without a neighbour, on top.",
  }),
  after_id: field.id.optional().meta({
    description: "It goes directly after (below) this one, which counts before `before_id`.",
  }),
  version: field.version,
}).meta({ id: "OpportunityMove" });
export type OpportunityMove = z.output<typeof opportunityMove>;

export const opportunityLoss = z.strictObject({
  lost_reason: nameText(opportunityFields.lost_reason)
    .meta({ description: opportunityFields.lost_reason.means }),
  lost_note: field.optionalText(opportunityFields.lost_note.max)
    .meta({ description: opportunityFields.lost_note.means }),
  version: field.version,
}).meta({ id: "OpportunityLoss" });
export type OpportunityLoss = z.output<typeof opportunityLoss>;

export const opportunityRecord = recordSchema(opportunityFields, { amount: z.number() })
  .meta({ id: "Opportunity" });

export const opportunityList = listOf(opportunityFields, {
  words: "opportunity",
  defaultSort: "-created_at",
  due: { next_action: "t.next_action_at" },
  others: {
    rotting: filterValues.flag.meta({
      description: "Only open opportunities whose `rotting_days` is not null.",
    }),
    reached_stage_id: filterValues.id.meta({
      description: "Only opportunities that are or were in this stage or a later one, or were won.",
    }),
  },
  counted: { kind: "opportunity", by: { status: "status", assignee_id: "assignee_id" } },
});

export const boardQuery = withColumn(
  z.strictObject({
    stage_id: filterValues.id.optional().meta({
      description: "Returns only the column of this id or status.",
    }),
    tag: taggedWith,
    ...boardFilters,
  }),
  "stage_id",
);
export type BoardQuery = z.output<typeof boardQuery>;

const opportunityCard = opportunityRecord.pick({
  id: true,
  version: true,
  title: true,
  client: true,
  assignee: true,
  amount: true,
  effective_probability: true,
  expected_close_date: true,
  stage_changed_at: true,
  last_activity_at: true,
  next_action_at: true,
  next_action_note: true,
  rotting_days: true,
  tags: true,
}).meta({ id: "OpportunityCard" });

export const opportunityBoard = z.object({
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  columns: z.array(z.object({
    id: z.int().meta({ description: "Id of the stage of the board." }),
    name: z.string().meta({ description: "Name, as people read it." }),
    order: z.int().meta({ description: "Place among the stages, from the left." }),
    color: z.string().nullable().meta({
      description: "Colour in the panel, as `#rrggbb` (hexadecimal RGB).",
    }),
    default_probability: z.int().meta({
      description:
        "Probability in percent of opportunities in this stage that have none of their own.",
    }),
    rot_days: z.int().meta({
      description: "Days without activity after which an opportunity rots here; 0 turns it off.",
    }),
    requirements: z.string().nullable().meta({
      description: "What must be true before an opportunity enters the stage.",
    }),
    count: z.int().meta({ description: "How many records the column has, shown or not." }),
    amount: z.number().meta({ description: "Net sum of the column's opportunities." }),
    weighted: z.number().meta({ description: "Sum of the amounts, each by its probability." }),
    cards: z.array(opportunityCard).meta({ description: "The first records of the column." }),
    ...columnEnd,
  })).meta({ description: "The columns of the board, from left to right." }),
}).meta({ id: "OpportunityBoard" });

export const fileColumns = {
  stage: ["stage_id", "stage_name"],
  effective_probability: ["probability", "default_probability"],
  rotting_days: ["rot_days"],
};
