import * as z from "zod";
import { channel } from "@/lib/crm/contacts/contact.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { filterValues } from "@/lib/input/list.ts";
import { boardFilters, columnEnd, withColumn } from "@/lib/records/listing/board.ts";
import type { NounList } from "@/lib/records/nouns.ts";

export const opportunityStatuses = ["open", "won", "lost"] as const;
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

const title = nameText({ max: 200 });
const probability = z.int().min(0).max(100).nullable().optional().meta({
  description: "Percent; null follows the stage.",
});

const common = {
  contact_id: field.id.nullable().optional(),
  amount: field.money.nullable().optional().meta({
    description: "Net. Null follows the newest quotation, as it does until someone gives one.",
  }),
  probability,
  expected_close_date: field.day.nullable().optional(),
  assignee_id: field.id.nullable().optional(),
  source_channel: channel.nullable().optional(),
  next_action_at: field.instant.nullable().optional(),
  next_action_note: field.optionalText(500),
  description: field.optionalText(10_000),
  tags: field.emptiable(field.tags).optional(),
};

/** Starts in the first stage by default. */
export const opportunityCreate = z.strictObject({
  title,
  client_id: field.id,
  stage_id: field.id.optional(),
  ...common,
}).meta({ id: "OpportunityCreate" });
export type OpportunityCreate = z.output<typeof opportunityCreate>;

/** Stage and status change by their own verbs. */
export const opportunityPatch = z.strictObject({
  title: title.optional(),
  client_id: field.id.optional(),
  ...common,
  version: field.version,
}).meta({ id: "OpportunityPatch" });
export type OpportunityPatch = z.output<typeof opportunityPatch>;

export const opportunityMove = z.strictObject({
  stage_id: field.id,
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
  lost_reason: nameText({ max: 120 }),
  lost_note: field.optionalText(2000),
  version: field.version,
}).meta({ id: "OpportunityLoss" });
export type OpportunityLoss = z.output<typeof opportunityLoss>;

const rotting = z.int().nullable().meta({
  description: "Whole days that it has been rotting; null while it is not.",
});

export const opportunityRecord = z.object({
  ...field.recordFields,
  title: z.string(),
  client: field.reference,
  contact: field.reference.nullable(),
  stage: field.reference,
  status: z.enum(opportunityStatuses),
  amount: z.number(),
  amount_source: z.enum(["manual", "quote"]),
  probability: z.int().nullable(),
  effective_probability: z.int().meta({ description: "100 where won, 0 where lost." }),
  expected_close_date: z.iso.date().nullable(),
  assignee: field.reference.nullable(),
  source_channel: channel.nullable(),
  lost_reason: z.string().nullable(),
  lost_note: z.string().nullable(),
  won_at: z.iso.datetime().nullable(),
  lost_at: z.iso.datetime().nullable(),
  reopened_at: z.iso.datetime().nullable(),
  stage_changed_at: z.iso.datetime(),
  last_activity_at: z.iso.datetime(),
  next_action_at: z.iso.datetime().nullable(),
  next_action_note: z.string().nullable(),
  rotting_days: rotting,
  description: z.string().nullable(),
  tags: z.array(z.string()),
}).meta({ id: "Opportunity" });

export const opportunityList: NounList = {
  words: "opportunity",
  sorts: {
    created_at: "t.created_at",
    title: "t.title",
    amount: "t.amount",
    expected_close_date: "t.expected_close_date",
    status: "t.status",
    next_action_at: "t.next_action_at",
    last_activity_at: "t.last_activity_at",
    won_at: "t.won_at",
    lost_at: "t.lost_at",
  },
  defaultSort: "-created_at",
  filters: {
    status: { column: "t.status", value: z.enum(opportunityStatuses) },
    stage_id: { column: "t.stage_id", value: filterValues.id },
    client_id: { column: "t.client_id", value: filterValues.id },
    contact_id: { column: "t.contact_id", value: filterValues.id },
    lost_reason: { column: "t.lost_reason", value: text({ max: 120 }) },
  },
  ranges: {
    amount: { column: "t.amount", value: "number" },
    created_at: { column: "t.created_at", value: "instant" },
    expected_close_date: { column: "t.expected_close_date", value: "day" },
    won_at: { column: "t.won_at", value: "instant" },
    lost_at: { column: "t.lost_at", value: "instant" },
    next_action_at: { column: "t.next_action_at", value: "instant" },
    last_activity_at: { column: "t.last_activity_at", value: "instant" },
  },
  assignee: "t.assignee_id",
  tags: "t.tags",
  due: { next_action: "t.next_action_at" },
  others: {
    rotting: filterValues.flag.meta({ description: "Open, and `rotting_days` is not null." }),
    reached_stage_id: filterValues.id.meta({
      description: "Is or was in this stage or a later one, or was won.",
    }),
  },
  counted: { kind: "opportunity", by: { status: "status", assignee_id: "assignee_id" } },
};

export const boardQuery = withColumn(
  z.strictObject({
    stage_id: filterValues.id.optional().meta({ description: "Only this column." }),
    tag: filterValues.tags.optional(),
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
  currency: z.string(),
  columns: z.array(z.object({
    id: z.int(),
    name: z.string(),
    order: z.int(),
    color: z.string().nullable(),
    default_probability: z.int(),
    rot_days: z.int(),
    requirements: z.string().nullable(),
    count: z.int(),
    amount: z.number(),
    weighted: z.number().meta({ description: "The amounts, each by its probability." }),
    cards: z.array(opportunityCard),
    ...columnEnd,
  })),
}).meta({ id: "OpportunityBoard" });
