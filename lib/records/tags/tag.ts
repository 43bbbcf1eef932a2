import * as z from "zod";
import type { NounName } from "@/lib/records/nouns.ts";

export const taggedNouns = ["contact", "client", "opportunity"] as const satisfies NounName[];
export type TaggedNoun = (typeof taggedNouns)[number];

export const tagQuery = z.strictObject({
  noun: z.enum(taggedNouns).optional().meta({
    description: "Kind of record whose tags are wanted; without it all three.",
  }),
});

export const tagRecord = z.object({
  tag: z.string().meta({
    description: "The tag, as it was first written.",
  }),
  count: z.int().meta({ description: "How many live records have it; spam does not count." }),
}).meta({ id: "Tag" });
