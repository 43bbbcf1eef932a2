import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { filterValues, pageQuery, severalOf } from "@/lib/input/list.ts";
import {
  subjectFields,
  subjectKinds,
  subjectRecord,
  withOneSubject,
} from "@/lib/records/subject.ts";

const beforeAndAfter = z.tuple([z.unknown(), z.unknown()]).meta({
  // One schema for both, because many generators do not support tuples.
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.prefixItems;
    Object.assign(jsonSchema, { items: {} });
  },
});

export const activityRecord = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  verb: z.string().meta({ description: "What happened, in the past tense." }),
  changes: z.record(z.string(), beforeAndAfter).meta({
    description: "The old and the new value of each field that changed.",
  }),
  actor: field.reference.nullable(),
  actor_kind: z.enum(["user", "public", "system"]),
  subject: subjectRecord,
}).meta({ id: "Activity" });

export const activityQuery = withOneSubject(
  z.strictObject({
    ...Object.fromEntries(
      subjectFields.map((name) => [name, filterValues.id.optional()]),
    ) as Record<(typeof subjectFields)[number], z.ZodOptional<typeof filterValues.id>>,
    actor_id: filterValues.assignees.optional().meta({
      description: "Who did it: `me`, ids, or `none` for what no member did.",
    }),
    noun: severalOf(z.enum(subjectKinds)).optional().meta({
      description: "What it happened to.",
    }),
    at_from: field.dayOrInstant.optional(),
    at_to: field.dayOrInstant.optional(),
    ...pageQuery,
  }),
  { isOptional: true },
);
export type ActivityQuery = z.output<typeof activityQuery>;
