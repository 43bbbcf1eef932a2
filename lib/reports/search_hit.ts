import * as z from "zod";
import { text } from "@/lib/input/input.ts";
import { type SearchedNoun, searchedNouns } from "@/lib/records/nouns.ts";

/** What a search finds, in groups by kind of record. */

export const hitKinds = searchedNouns;
export type HitKind = SearchedNoun;

/** A group shows so many hits and counts so far. */
export const hitLimits = { shown: 8, counted: 50 } as const;

/** The query of a search. */
export const searchQuery = z.strictObject({
  q: text({ max: 200 }).meta({
    description:
      "Each of its words begins some word of what is found; accents and case do not count.",
  }),
});

/** A record that was found. */
const searchHit = z.object({
  kind: z.enum(hitKinds),
  id: z.int(),
  title: z.string(),
  subtitle: z.string().nullable().meta({ description: "What tells it from others like it." }),
  status: z.string().nullable(),
}).meta({ id: "SearchHit" });
export type SearchHit = z.output<typeof searchHit>;

/** The answer to a search: every kind, in this order. */
export const searchResults = z.object({
  q: z.string(),
  groups: z.array(z.object({
    kind: z.enum(hitKinds),
    total: z.int().meta({ description: `Counted up to ${hitLimits.counted}.` }),
    capped: z.boolean().meta({ description: "Whether there are more than `total`." }),
    hits: z.array(searchHit).meta({
      description: `Up to ${hitLimits.shown}: those with the very word first, then the newest.`,
    }),
  })),
}).meta({ id: "SearchResults" });
