import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { queryInteger } from "@/lib/input/input.ts";
import { stageFields } from "@/lib/crm/stages/fields.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";

const created = createSchema(stageFields);
const { default_probability, rot_days } = created.shape;

/** A new stage comes last. */
export const stageCreate = created.extend({
  default_probability: default_probability.unwrap().default(50).meta({
    description: stageFields.default_probability.means,
  }),
  rot_days: rot_days.unwrap().default(0).meta({ description: stageFields.rot_days.means }),
}).meta({ id: "StageCreate" });
export type StageCreate = z.output<typeof stageCreate>;

/** The order has its own endpoint. */
export const stagePatch = patchSchema(stageFields).meta({ id: "StagePatch" });
export type StagePatch = z.output<typeof stagePatch>;

export const stageOrder = z.strictObject({
  ids: z.array(field.id).min(1).max(1000).meta({
    description: "Every stage of the company, once, in the new order.",
  }),
}).meta({ id: "StageOrder" });

export const stageDelete = field.versionQuery.extend({
  reassign_to: z.string().regex(/^\d{1,10}$/).transform(Number).pipe(field.id).optional().meta({
    override: { type: "integer", minimum: 1 },
    description: "Another stage, which takes the opportunities of the one that goes.",
  }),
  count: queryInteger({ min: 0, max: 2 ** 31 - 1 }).optional().meta({
    description: "How many opportunities you saw in it; another number now is 409 " +
      "`version_conflict`.",
  }),
});
export type StageDelete = z.output<typeof stageDelete>;

export const stageRecord = recordSchema(stageFields).meta({ id: "Stage" });
