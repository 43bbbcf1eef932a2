import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText } from "@/lib/input/input.ts";

const name = nameText({ max: 60 }).meta({ description: "Name, as people read it." });
const probability = z.int().min(0).max(100).meta({
  description: "Percent; what an opportunity in this stage counts for unless it says itself.",
});
const rotDays = z.int().min(0).max(3650).meta({
  description: "Days without activity after which an opportunity here rots; 0 turns it off.",
});

/** A new stage comes last. */
export const stageCreate = z.strictObject({
  name,
  default_probability: probability.default(50),
  color: field.color.nullable().optional().meta({ description: "Colour as `#rrggbb`." }),
  rot_days: rotDays.default(0),
  requirements: field.optionalText(1000).meta({
    description: "What must be true before an opportunity enters the stage.",
  }),
}).meta({ id: "StageCreate" });
export type StageCreate = z.output<typeof stageCreate>;

/** The order has its own endpoint. */
export const stagePatch = z.strictObject({
  name: name.optional(),
  default_probability: probability.optional(),
  color: field.color.nullable().optional().meta({ description: "Colour as `#rrggbb`." }),
  rot_days: rotDays.optional(),
  requirements: field.optionalText(1000).meta({
    description: "What must be true before an opportunity enters the stage.",
  }),
  version: field.version,
}).meta({ id: "StagePatch" });
export type StagePatch = z.output<typeof stagePatch>;

export const stageOrder = z.strictObject({
  ids: z.array(field.id).min(1).max(1000).meta({
    description: "Every stage of the company, once, in the new order.",
  }),
}).meta({ id: "StageOrder" });

export const stageDelete = z.strictObject({
  reassign_to: z.string().regex(/^\d{1,10}$/).transform(Number).pipe(field.id).optional().meta({
    override: { type: "integer", minimum: 1 },
    description: "Another stage, which takes the opportunities of the one that goes.",
  }),
});

export const stageRecord = z.object({
  ...field.recordFields,
  name: z.string().meta({ description: "Name, as people read it." }),
  order: z.int().meta({ description: "Place among the stages, from the left." }),
  default_probability: z.int().meta({
    description: "Percent; what an opportunity in this stage counts for unless it says itself.",
  }),
  color: z.string().nullable().meta({ description: "Colour as `#rrggbb`." }),
  rot_days: z.int().meta({
    description: "Days without activity after which an opportunity rots here; 0 turns it off.",
  }),
  requirements: z.string().nullable().meta({
    description: "What must be true before an opportunity enters the stage.",
  }),
}).meta({ id: "Stage" });
