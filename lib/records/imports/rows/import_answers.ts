import * as z from "zod";
import { reference } from "@/lib/input/fields.ts";
import {
  columnRoles,
  encodings,
  importLimits,
  outcomes,
  tableFormats,
} from "@/lib/records/imports/import.ts";
import { beforeAndAfter } from "@/lib/records/activity.ts";

/** Answers of the API to a preview and to an import. */

const importFinding = z.object({
  row: z.int().meta({
    description: "Number of the row, as a spreadsheet counts; 1 is the header, wherever it stands.",
  }),
  column: z.string().nullable().meta({
    description: "Name of the column in the header; null: the whole row.",
  }),
  field: z.string().nullable().meta({ description: "The field that it is about." }),
  message: z.string().meta({ description: "What is wrong, or left out, or kept in notes." }),
}).meta({ id: "ImportFinding" });
export type ImportError = z.output<typeof importFinding>;

const counts = z.object({
  rows: z.int().meta({ description: "All rows, without the header." }),
  valid: z.int().meta({ description: "Rows that would become records." }),
  invalid: z.int().meta({ description: "Rows of the file that have an error." }),
  duplicates: z.int().meta({ description: "Rows that are there already, or twice in the file." }),
  changed: z.int().meta({
    description: "Rows of those duplicates that change a record, with `update`.",
  }),
  same: z.int().meta({
    description: "Rows of the file whose record has all their values already.",
  }),
  remarks: z.int().meta({
    description: "Rows that come in and of which something is left out, or kept in notes.",
  }),
});
export type ImportCounts = z.output<typeof counts>;

export const importPreview = z.object({
  format: z.enum(tableFormats).meta({ description: "What the file is: `csv` for any text." }),
  sheets: z.array(z.string()).meta({
    description: "Names of a workbook's sheets, in its order; none of other files.",
  }),
  sheet: z.string().nullable().meta({ description: "The sheet that was read; null without any." }),
  encoding: z.enum(encodings).meta({ description: "How the file's text is encoded." }),
  delimiter: z.enum(["comma", "semicolon", "tab", "pipe"]).nullable().meta({
    description: "What stands between the values of a row; null where the file is no text.",
  }),
  columns: z.array(z.object({
    header: z.string().meta({ description: "What the file's first row calls the column." }),
    field: z.string().nullable().meta({
      description: "Field that the column becomes; null: the column is ignored.",
    }),
    role: z.enum(columnRoles).nullable().meta({
      description: "`value`: it is the field; `joined`: with others of the same field, in order; " +
        "`otherwise`: where the others are empty; `in_notes`, `left_out`: the same, or else it is kept " +
        "in the record's notes, or left out.",
    }),
    examples: z.array(z.string()).meta({
      description: `Its first ${importLimits.examples} values, as the file has them.`,
    }),
  })).meta({ description: "Columns of the file, in order." }),
  rows: z.array(
    z.object({
      row: z.int().meta({ description: "Number of the row in the file." }),
      outcome: z.enum(outcomes).meta({ description: "What the import makes of the row." }),
      record: reference.nullable().meta({ description: "The record that it changes, or is." }),
      values: z.record(z.string(), z.unknown()).meta({ description: "The row's values by field." }),
      changes: z.record(z.string(), beforeAndAfter).meta({
        description: "The old and the new value of each field that it changes.",
      }),
      errors: z.array(importFinding).meta({ description: "What is wrong with the row." }),
      remarks: z.array(importFinding).meta({
        description: "What of the row is left out, or kept in the record's notes.",
      }),
    }),
  ).meta({
    description: `The first ${importLimits.shown} rows that were asked for, as far as they can ` +
      "be read.",
  }),
  counts: counts.meta({ description: "How many rows there are of each sort." }),
  digest: z.string().meta({
    description: "SHA-256 of what all rows become; `commit` refuses where it would be another.",
  }),
  errors: z.array(importFinding).meta({
    description: `What is wrong with the rows: the first ${importLimits.errors}.`,
  }),
}).meta({ id: "ImportPreview" });

export const importResult = z.object({
  id: z.int().nullable().meta({
    description: "Number of the import, by which it can be undone; null if nothing was stored.",
  }),
  imported: z.int().meta({ description: "How many rows became records." }),
  changed: z.int().meta({ description: "How many rows changed a record." }),
  same: z.int().meta({ description: "How many rows had nothing new." }),
  skipped: z.int().meta({
    description: "How many rows were left out because they were there already.",
  }),
  wrong: z.int().meta({ description: "How many rows were left out because of an error." }),
  remarks: z.int().meta({ description: "How many rows came in with remarks." }),
  errors: z.array(importFinding).meta({
    description: `What is wrong with the rows: the first ${importLimits.errors}.`,
  }),
  created_at: z.iso.datetime().meta({
    description: "The instant that every record made has as its own; lists find them by it.",
  }),
  undo_until: z.iso.datetime().nullable().meta({
    description: "Until when it can be undone; null if nothing was stored.",
  }),
}).meta({ id: "ImportResult" });
