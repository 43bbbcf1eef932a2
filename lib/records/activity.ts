import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { filterValues, pageQuery, severalOf } from "@/lib/input/list.ts";
import {
  nounOf,
  subjectFields,
  subjectKinds,
  subjectRecord,
  withOneSubject,
} from "@/lib/records/subject.ts";

export const beforeAndAfter = z.tuple([z.unknown(), z.unknown()]).meta({
  // One schema for both, because many generators do not support tuples.
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.prefixItems;
    Object.assign(jsonSchema, { items: {} });
  },
});

export const activityRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  at: z.iso.datetime().meta({ description: "Instant at which it happened, in UTC." }),
  verb: z.string().meta({ description: "What happened, in the past tense." }),
  changes: z.record(z.string(), beforeAndAfter).meta({
    description: "The old and the new value of each field that changed.",
  }),
  actor: field.reference.nullable().meta({
    description: "The user who did it; null where it was none.",
  }),
  actor_kind: z.enum(["user", "public", "system"]).meta({
    description: "Who did it: a user, somebody from outside, or Relevo itself.",
  }),
  subject: subjectRecord.extend({
    type: z.enum([...subjectKinds, "company"]).meta({ description: "What kind of record it is." }),
  }).meta({ description: "The record that it is about, or the company and its settings." }),
}).meta({ id: "Activity" });

export const activityQuery = withOneSubject(
  z.strictObject({
    ...Object.fromEntries(
      subjectFields.map((name) => [
        name,
        filterValues.id.optional().meta({
          description: `Only what belongs to this ${nounOf(name)}.`,
        }),
      ]),
    ) as Record<(typeof subjectFields)[number], z.ZodOptional<typeof filterValues.id>>,
    actor_id: filterValues.assignees.optional().meta({
      description: "Who did it: `me`, ids, or `none` for what no member did.",
    }),
    noun: severalOf(z.enum(subjectKinds)).optional().meta({
      description: "Only what happened to this kind of record.",
    }),
    at_from: field.dayOrInstant.optional().meta({
      description: "Only what happened then or later.",
    }),
    at_to: field.dayOrInstant.optional().meta({
      description: "Only what happened then or earlier; a day counts whole.",
    }),
    ...pageQuery,
  }),
  { isOptional: true },
);
export type ActivityQuery = z.output<typeof activityQuery>;
