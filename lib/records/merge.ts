import * as z from "zod";
import * as field from "@/lib/input/fields.ts";

export const mergeInto = z.strictObject({
  into_id: field.id.meta({ description: "Id of the record that stays, another than this one." }),
  version: field.version,
  into_version: field.version.meta({
    description: "The version you saw of the record that stays; a stale one is 409 " +
      "`version_conflict`.",
  }),
}).meta({ id: "MergeInto" });
export type MergeSeen = Pick<z.output<typeof mergeInto>, "version" | "into_version">;

export const mergeClientInto = mergeInto.extend({
  allow_different_tax_ids: z.boolean().optional().meta({
    description: "Merges two that have different tax ids; without it they are left alone " +
      "(`tax_ids_differ`).",
  }),
}).meta({ id: "MergeClientInto" });

export const unmerged = {
  merged_into_id: z.int().meta({ description: "The record that it was merged into." }),
  returned: z.array(
    z.object({
      type: z.string().meta({ description: "What kind of record it is." }),
      count: z.int().meta({ description: "How many records of this kind." }),
    }),
  ).meta({
    description: "How much of what the merge moved came back, by kind.",
  }),
  stayed: z.array(
    z.object({
      type: z.string().meta({ description: "What kind of record it is." }),
      ids: z.array(z.int()).meta({ description: "Ids of those that stay where they are." }),
    }),
  ).meta({
    description:
      "What the merge moved and stayed: it was moved since, or is tied to what was made " +
      "since.",
  }),
  kept_fields: z.array(z.string()).meta({
    description: "Fields of the other record that the merge filled and that were changed since.",
  }),
};
