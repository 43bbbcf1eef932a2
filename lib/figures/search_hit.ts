import * as z from "zod";
import { text } from "@/lib/input/input.ts";
import { type SearchedNoun, searchedNouns } from "@/lib/records/nouns.ts";

/** Records, and mail that nobody sat down to write, which is in no conversation. */
export const hitKinds = [...searchedNouns, "automatic"] as const;
export type HitKind = SearchedNoun | "automatic";

/** A group shows so many hits and counts so far. */
export const hitLimits = { shown: 8, counted: 50 } as const;

export const searchQuery = z.strictObject({
  q: text({ max: 200 }).meta({
    description:
      "Each of its words begins some word of what is found; accents, case and signs do not count " +
      "(`SL` finds `S.L.`). A telephone number is found by any way of writing it, and by its last " +
      "digits; documents by their number, its digits alone, and their client's name.",
  }),
});

const searchHit = z.object({
  kind: z.enum(hitKinds).meta({
    description: "Kind of the record. `automatic`: a mail of `/channels/{id}/automatic`.",
  }),
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  title: z.string().meta({ description: "Name or title of the record." }),
  subtitle: z.string().nullable().meta({
    description: "Second line that tells it from similar records.",
  }),
  status: z.string().nullable().meta({ description: "Its state; null for what has none." }),
  starts_at: z.iso.datetime().nullable().meta({
    description: "When an event begins; of those that repeat, the next, or the last. Else null.",
  }),
  account_id: z.int().nullable().meta({
    description: "Id of the mailbox that an automatic mail came to; null of others.",
  }),
}).meta({ id: "SearchHit" });
export type SearchHit = z.output<typeof searchHit>;

/** Every kind, in this order. */
export const searchResults = z.object({
  q: z.string().meta({ description: "Words that the search looked for." }),
  groups: z.array(z.object({
    kind: z.enum(hitKinds).meta({ description: "Kind of record that was found." }),
    total: z.int().meta({
      description: `How many records match, counted up to ${hitLimits.counted}.`,
    }),
    capped: z.boolean().meta({ description: "Whether there are more than `total`." }),
    hits: z.array(searchHit).meta({
      description: `Up to ${hitLimits.shown}: those with the very word first, then the newest.`,
    }),
  })).meta({ description: "What was found, by kind." }),
}).meta({ id: "SearchResults" });
