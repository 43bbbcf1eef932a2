import * as z from "zod";
import type { NounName } from "@/lib/records/nouns.ts";

/** A tag: a word that people put on records, to find them by. */

/** The nouns that have tags. */
export const taggedNouns = ["contact", "client", "opportunity"] as const satisfies NounName[];
export type TaggedNoun = (typeof taggedNouns)[number];

/** The query of the list of tags. */
export const tagQuery = z.strictObject({
  noun: z.enum(taggedNouns).optional().meta({ description: "Of all three unless said." }),
});

/** A tag in use. */
export const tagRecord = z.object({
  tag: z.string(),
  count: z.int().meta({ description: "How many live records have it; spam does not count." }),
}).meta({ id: "Tag" });
