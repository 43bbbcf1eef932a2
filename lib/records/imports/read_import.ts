import type { CsvFile } from "@/lib/records/imports/csv.ts";
import { readTable } from "@/lib/records/imports/formats/read_table.ts";
import type { Table } from "@/lib/records/imports/formats/table.ts";
import { headNames } from "@/lib/records/imports/heads/column_uses.ts";
import {
  type Delimiter,
  type Encoding,
  type ImportFields,
  type ImportKind,
  importLimits,
} from "@/lib/records/imports/import.ts";
import { type ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import { type ImportPart, type ImportRow, packRows } from "@/lib/records/imports/import_parts.ts";
import { type ColumnChoices, digestOfHeads } from "@/lib/records/imports/rows/column_choices.ts";
import { type Column, readColumns } from "@/lib/records/imports/rows/columns.ts";
import { type ReadRow, readRows } from "@/lib/records/imports/rows/read_rows.ts";
import { Problem } from "@/lib/input/errors.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Reads everything of a file that needs no database. Takes seconds: a reader process does it. */

export interface ImportJob {
  noun: SubjectKind;
  bytes: Uint8Array;
  /** Field of each column; by the headers where absent. */
  columns?: string[];
  /** Members' choices for the same heads, where `columns` is absent. */
  choices?: ColumnChoices;
  /** Sheet of a workbook; the first with content where absent. */
  sheet?: string;
  language: Language;
  timezone: string;
  employees: Map<string, number>;
  /** Whether rows may change records that are there. */
  isUpdate: boolean;
  /** Data that rows bring along besides what is checked. */
  bring: "columns" | "cells" | "values";
  defaults?: Record<string, unknown>;
  /** Price of new records whose row has none. */
  price?: number;
}

export interface ImportRead extends Pick<Table, "format" | "sheets" | "sheet"> {
  encoding: Encoding;
  delimiter: Delimiter;
  columns: (Column & { examples: string[] })[];
  head: string;
  isByHeads: boolean;
  rowCount: number;
  errors: ImportError[];
  parts: ImportPart[];
}

/** @throws Problem validation_failed (as `readTable` and `readColumns`) */
export function readImport<Value>(kind: ImportKind<Value>, job: ImportJob): ImportRead {
  const { language, sheet } = job;
  const heads = headNames(kind);
  const csv = readTable(job.bytes, { heads, limits: importLimits, language, sheet });
  const reading = { ...kind, ...job };
  const head = digestOfHeads(csv.header);
  const chosen = job.choices?.get(head)
    ?.map((field) => Object.hasOwn(kind.fields, field) ? field : "");
  const choices = job.columns ?? chosen;
  const { columns, plans, errors } = readColumns(csv.header, kind, { choices, language });
  const own = choices ? readColumns(csv.header, kind, { language }).columns : columns;
  const rowOf = rowsOf(columns, kind, job);
  const packed = function* () {
    for (const read of readRows(csv, { columns, plans }, reading)) {
      if (errors.length < importLimits.errors) errors.push(...read.errors);
      yield rowOf(read);
    }
  };
  const parts = packRows(packed());
  return {
    format: csv.format,
    sheets: csv.sheets,
    sheet: csv.sheet,
    encoding: csv.encoding,
    delimiter: csv.delimiter,
    columns: columns.map((column, at) => ({ ...column, examples: examplesOf(csv, at) })),
    head,
    isByHeads: columns.every(({ field }, at) => field === own[at]!.field),
    rowCount: csv.rows.length,
    errors: errors.slice(0, importLimits.errors),
    parts,
  };
}

export type ReadOrRefused = { read: ImportRead } | { refused: Record<string, Text> };

/** The same as a reader process answers it: with what is wrong with the file as a value. */
export function readOrRefuse(
  // deno-lint-ignore no-explicit-any -- each kind has values of its own
  kinds: Partial<Record<SubjectKind, ImportKind<any>>>,
  job: ImportJob,
): ReadOrRefused {
  try {
    return { read: readImport(kinds[job.noun]!, job) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: error.extras.fields ?? {} };
  }
}

/** The fields that name an employee. */
export function employeeFields(fields: ImportFields): string[] {
  return Object.keys(fields).filter((field) => fields[field]!.meaning === "employee");
}

function rowsOf<Value>(
  columns: Column[],
  kind: ImportKind<Value>,
  { bring, isUpdate, defaults }: ImportJob,
): (read: ReadRow<Value>) => ImportRow {
  const keys = Object.values(kind.keys);
  const namers = employeeFields(kind.fields);
  return ({ row, cells, values, value, fields, errors, lacks, remarks, newRemarks, lines }) => ({
    row,
    isValid: value !== undefined,
    ...value !== undefined && lacks.length > 0 ? { lacks } : {},
    ...remarks.length > 0 ? { remarks } : {},
    ...newRemarks.length > 0 ? { newRemarks } : {},
    ...lines.length > 0 ? { lines } : {},
    keys: keys.map((key) => value === undefined ? null : key.of(value)),
    employees: namers.map((field) => (values[field] as number | undefined) ?? null),
    ...value !== undefined && (isUpdate || bring === "columns")
      ? { columns: JSON.stringify({ ...defaults, ...kind.toColumns(value) }) }
      : {},
    ...isUpdate ? { fields: fields } : {},
    ...bring === "cells" ? { errors } : {},
    // A comparison may find more to remark.
    ...bring === "cells" ||
        bring === "columns" && (isUpdate || remarks.length + newRemarks.length > 0)
      ? { cells: columns.map((_, at) => cells[at] ?? "") }
      : {},
    ...bring === "values" ? { values, errors } : {},
  });
}

function examplesOf({ rows }: CsvFile, at: number): string[] {
  const cells = rows.slice(0, importLimits.shown).map(({ cells }) => cells[at] ?? "");
  return cells.filter((cell) => cell !== "").slice(0, importLimits.examples);
}
