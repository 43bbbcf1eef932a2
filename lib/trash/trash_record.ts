import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { cleanText } from "@/lib/input/input.ts";
import { filterValues, listMeta, listSchema, type ListSpec } from "@/lib/input/list.ts";
import { reasonFields } from "@/lib/records/bulk/bulk.ts";
import { nouns, nounsWith } from "@/lib/records/nouns.ts";

/** Trash of every noun as one list. */

/** A sale is cancelled and never trashed. */
export const trashable = nounsWith("trash", true).filter((noun) => noun !== "sale");
export const trashNouns = trashable.map((noun) => nouns[noun].table);
export type TrashNoun = (typeof trashNouns)[number];

export const trashedRecord = z.object({
  noun: z.enum(trashNouns).meta({
    description: "The list that it was in: `POST /<noun>/<id>/restore` brings it back.",
  }),
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().nullable().meta({ description: "What the record is called." }),
  client: field.reference.nullable().meta({ description: "The client that it belongs to." }),
  deleted_at: z.iso.datetime().meta({ description: "Instant at which it was put into the trash." }),
  deleted_by: field.reference.nullable().meta({
    description: "Who trashed it; null: the system.",
  }),
  restorable_until: z.iso.datetime().meta({
    description: "30 days after it was trashed; the next night it goes for good.",
  }),
}).meta({ id: "Trashed" });

const trashList: ListSpec = {
  sorts: { deleted_at: "t.deleted_at", name: "t.name" },
  defaultSort: "-deleted_at",
  filters: { noun: { column: "t.noun", value: z.enum(trashNouns) } },
};

export const trashQuery = listSchema(trashList).omit({ deleted: true }).extend({
  id: filterValues.id.optional().meta({ description: "Only the records of this number." }),
  q: cleanText.max(200).optional().meta({
    description: "Only those in whose name this text is, without regard to case and accents.",
  }),
});

/** Records that one call may restore. */
const maxRestored = 200;

const restorable = z.enum(trashNouns).meta({ description: "What kind of record it is." });

const trashedReference = z.strictObject({
  noun: restorable,
  id: field.id.meta({ description: "Id of the record, unique among its kind." }),
});
export type TrashedReference = z.output<typeof trashedReference>;

export const trashRestore = z.strictObject({
  records: z.array(trashedReference).min(1).max(maxRestored).meta({
    description: `At most ${maxRestored}; each is restored once.`,
  }),
}).meta({ id: "TrashRestore" });

export const restoredRecord = z.object({
  noun: restorable,
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  restored: z.boolean().meta({ description: "Whether the record is back from the trash." }),
  ...reasonFields,
}).meta({ id: "Restored" });

export const trashMeta = listMeta.extend({
  nouns: z.partialRecord(z.enum(trashNouns), z.int()).meta({
    description: "How many there are of each noun, whatever `noun` asks for.",
  }),
});
