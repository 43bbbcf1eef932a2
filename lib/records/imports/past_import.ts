import * as z from "zod";
import { reference } from "@/lib/input/fields.ts";
import { pageQuery } from "@/lib/input/list.ts";
import { reasonFields } from "@/lib/records/bulk/bulk.ts";
import { importedNouns, importUndoDays } from "@/lib/records/imports/import.ts";
import { nouns } from "@/lib/records/nouns.ts";

/** Imports that were made, and how each is undone (docs/decisions/0037-imports-update.md). */

const sections = importedNouns.map((noun) => nouns[noun].table);
const states = ["undoable", "undone", "over"] as const;
export type PastImportState = (typeof states)[number];

export const pastImportRecord = z.object({
  id: z.int().meta({ description: "Number of the import, its id in the company." }),
  noun: z.enum(sections).meta({ description: "Kind of record that the rows became." }),
  file_name: z.string().nullable().meta({
    description: "What the file was called, if it was said.",
  }),
  created_at: z.iso.datetime().meta({ description: "Instant at which the file was imported." }),
  created_by: reference.nullable().meta({ description: "The member who imported the file." }),
  imported: z.int().meta({ description: "How many records it made." }),
  changed: z.int().meta({ description: "How many records it changed." }),
  same: z.int().meta({ description: "How many rows had nothing new." }),
  skipped: z.int().meta({ description: "How many rows were there already and were left out." }),
  wrong: z.int().meta({ description: "How many rows were left out because of an error." }),
  remarks: z.int().meta({
    description:
      "How many of the records that it made or changed have remarks; until `undo_until` " +
      "`/imports/{id}/remarks` has their rows.",
  }),
  state: z.enum(states).meta({
    description:
      `Whether it can be undone: \`undoable\` for ${importUndoDays} days, then \`over\`.`,
  }),
  undo_until: z.iso.datetime().meta({
    description: "Instant until which the import can be undone.",
  }),
  undone_at: z.iso.datetime().nullable().meta({
    description: "Instant at which the import was undone.",
  }),
  undone_by: reference.nullable().meta({ description: "The member who undid the import." }),
  kept: z.int().meta({ description: "How many records the undo left as they were, or in part." }),
}).meta({ id: "PastImport" });

export const pastImportQuery = z.strictObject(pageQuery);

/** Number of the remaining records that are named. */
export const namedKept = 200;

const undoCounts = {
  id: z.int().meta({ description: "Number of the import, its id in the company." }),
  trashed: z.int().meta({ description: "How many records that it made go to the trash." }),
  restored: z.int().meta({ description: "How many records get earlier values again." }),
  kept: z.int().meta({ description: "How many records are left as they are, or in part." }),
};

const { id: _, ...planned } = undoCounts;

/** The body may be left out. */
export const importUndoSeen = z.strictObject({
  trashed: z.int().min(0).optional().meta({ description: planned.trashed.meta()!.description }),
  restored: z.int().min(0).optional().meta({ description: planned.restored.meta()!.description }),
  kept: z.int().min(0).optional().meta({ description: planned.kept.meta()!.description }),
}).default({}).meta({ id: "ImportUndoSeen" });
export type ImportUndoSeen = z.output<typeof importUndoSeen>;

export const importUndoPreview = z.object(undoCounts).meta({ id: "ImportUndoPreview" });

export const importUndone = z.object({
  ...undoCounts,
  records: z.array(z.object({
    id: z.int().meta({ description: "Id of the record, unique among its kind." }),
    name: z.string().nullable().meta({ description: "Name of the record that the row made." }),
    ...reasonFields,
  })).meta({
    description: `The first ${namedKept} that were left, with the reason: what somebody has ` +
      "changed since, record by record or, of one that was changed, field by field in `fields`.",
  }),
}).meta({ id: "ImportUndone" });
