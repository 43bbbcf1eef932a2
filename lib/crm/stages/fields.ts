import { type FieldsOf, internal, recordFields } from "@/lib/records/fields/field.ts";
import { stageWords as words } from "@/lib/crm/stages/words.ts";

/** The fields of a stage: a column of the board of opportunities. */

const { id, created_at, updated_at, version } = recordFields;

export const stageFields = {
  id,
  company_id: internal,
  created_at,
  updated_at,
  version,
  name: {
    kind: "name",
    max: 60,
    required: true,
    label: words.name,
    means: "Name, as people read it.",
    privacy: null,
  },
  order: {
    kind: "whole",
    min: 1,
    max: 1_000,
    write: "never",
    label: { es: "Orden", en: "Order" },
    means: "Place among the stages, from the left.",
    privacy: null,
  },
  default_probability: {
    kind: "whole",
    min: 0,
    max: 100,
    label: words.probability,
    hint: words.probabilityHint,
    means: "Probability in percent of opportunities in this stage that have none of their own.",
    privacy: null,
  },
  color: {
    kind: "color",
    empty: true,
    label: words.color,
    means: "Colour in the panel, as `#rrggbb` (hexadecimal RGB).",
    privacy: null,
  },
  rot_days: {
    kind: "whole",
    min: 0,
    max: 3650,
    label: words.rot,
    hint: words.rotHint,
    means: "Days without activity after which an opportunity here rots; 0 turns it off.",
    privacy: null,
  },
  requirements: {
    kind: "long",
    max: 1000,
    empty: true,
    label: { es: "Requisitos", en: "Requirements" },
    means: "What must be true before an opportunity enters the stage.",
    privacy: null,
  },
} as const satisfies FieldsOf<"pipeline_stages">;
