import { type Checked, checkImport, readEmployees } from "@/lib/records/imports/check_import.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import {
  delimiterNames,
  type ImportKind,
  importLimits,
  type ImportOptions,
  type ImportOutcome,
} from "@/lib/records/imports/import.ts";
import { type ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import { unpackRows } from "@/lib/records/imports/import_parts.ts";
import { digestOf } from "@/lib/records/imports/rows/outcome_digest.ts";
import type { ImportReader } from "@/lib/records/imports/import_reader.ts";
import type { ImportJob, ImportRead } from "@/lib/records/imports/read_import.ts";
import { readColumnChoices } from "@/lib/records/imports/rows/column_choices.ts";
import { differences, type LocalActor } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language } from "@/lib/words/language.ts";

/** Reading may take seconds, so it runs between two transactions; the second checks again. */

export type OpenAsMember = <T>(
  work: (call: { trx: Trx; member: LocalActor }) => Promise<T>,
) => Promise<T>;

interface Groups {
  of(companyId: number): number;
}

export interface ImportFile extends ImportOptions {
  bytes: Uint8Array;
  language: Language;
  importReader: ImportReader;
  /** Limit of the noun's live records; a preview does not check it. */
  maxRecords: number;
  /** Every company has turns of its own without it. */
  groups?: Groups;
  signal: AbortSignal;
}

interface ImportCall<Options> {
  req: Request;
  query: Options;
  bytes: Uint8Array;
  language: Language;
  services: {
    importReader: ImportReader;
    groups: Groups;
    config: { bounds: { recordsPerCompany: number } };
  };
}

/** The file that a request brings. */
export function importFileOf<Options extends ImportOptions>(
  { req, query, bytes, language, services }: ImportCall<Options>,
): ImportFile & Options {
  const { importReader, groups, config } = services;
  const maxRecords = config.bounds.recordsPerCompany;
  return { ...query, bytes, language, importReader, maxRecords, groups, signal: req.signal };
}

/** Selection of the rows in a preview. */
export interface ShownRows {
  show?: ImportOutcome | "remarks";
  after?: number;
}

/** Says what a file would do. @throws Problem validation_failed (not readable as a table) */
export async function previewImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile & ShownRows,
) {
  const read = await readFile(asMember, kind, file, "values");
  const checked = await asMember(({ trx, member }) => checkImport(trx, member, kind, read, file));
  return {
    format: read.format,
    sheets: read.sheets,
    sheet: read.sheet ?? null,
    encoding: read.encoding,
    delimiter: read.format === "csv" ? delimiterNames[read.delimiter] : null,
    columns: read.columns,
    rows: await shownRows(kind, read, checked, file),
    counts: checked.counts,
    digest: digestOf(read, checked),
    errors: firstErrors(read, checked.errors),
  };
}

async function shownRows<Value>(
  kind: ImportKind<Value>,
  read: ImportRead,
  { errors: problems, results, remarksOf }: Pick<Checked, "errors" | "results" | "remarksOf">,
  { show, after = 0 }: ShownRows,
) {
  const page = [];
  const problemsIn = Map.groupBy(problems, ({ row }) => row);
  for await (const rows of unpackRows(read.parts)) {
    for (const { row, values, errors } of rows) {
      const { outcome, record = null, change } = results.get(row)!;
      const remarks = remarksOf(row);
      const isShown = show === "remarks" ? remarks.length > 0 : !show || show === outcome;
      if (row <= after || !isShown) continue;
      page.push({
        row,
        outcome,
        record,
        values: values!,
        changes: change ? fieldsOf(kind, differences(change.row.was, change.values)) : {},
        errors: [...errors!, ...problemsIn.get(row) ?? []],
        remarks,
      });
      if (page.length === importLimits.shown) return page;
    }
  }
  return page;
}

function fieldsOf<Value, T>({ fields }: ImportKind<Value>, changes: Record<string, T>) {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => Object.hasOwn(fields, name)),
  );
}

export interface ErrorRow {
  row: number;
  cells: string[];
  errors: ImportError[];
}

/** Every row with an error, or with a remark, in parts. */
export async function listErrorRows<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile & { rows: "wrong" | "remarks" },
) {
  const read = await readFile(asMember, kind, file, "cells");
  const checked = await asMember(({ trx, member }) => checkImport(trx, member, kind, read, file));
  const header = read.columns.map((column) => column.header);
  return { header, delimiter: read.delimiter, parts: errorRows(read, checked, file.rows) };
}

async function* errorRows(
  read: ImportRead,
  { errors: problems, remarksOf }: Pick<Checked, "errors" | "remarksOf">,
  which: "wrong" | "remarks",
): AsyncGenerator<ErrorRow[]> {
  const problemsIn = Map.groupBy(problems, ({ row }) => row);
  for await (const rows of unpackRows(read.parts)) {
    yield rows.map(({ row, cells, errors }) => ({
      row,
      cells: cells!,
      errors: which === "remarks" ? remarksOf(row) : [...errors!, ...problemsIn.get(row) ?? []],
    })).filter((row) => row.errors.length > 0);
  }
}

export function firstErrors(read: ImportRead, errors: ImportError[]): ImportError[] {
  const first = [...read.errors, ...errors.slice(0, importLimits.errors)];
  return first.sort((a, b) => a.row - b.row).slice(0, importLimits.errors);
}

/** Holds no transaction while it reads. @throws Problem validation_failed */
export async function readFile<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
  bring: ImportJob["bring"],
): Promise<ImportRead> {
  const { noun } = kind;
  const { bytes, columns, sheet, price, duplicates, language, importReader, groups, signal } = file;
  if (price !== undefined && !kind.priceField) {
    throw problem("validation_failed", { fields: { price: inputWords.unknownField } });
  }
  const { companyId, ...context } = await asMember(async ({ trx, member }) => ({
    companyId: member.companyId,
    timezone: member.timezone,
    employees: await readEmployees(trx, member),
    choices: file.columns_by === "company" && !columns
      ? await readColumnChoices(trx, member, noun)
      : undefined,
    defaults: bring === "columns" ? await kind.defaults?.(trx, member) : undefined,
  }));
  const isUpdate = duplicates === "update";
  const job = { noun, bytes, columns, sheet, price, language, bring, isUpdate, ...context };
  return await importReader.read(job, groups?.of(companyId) ?? companyId, signal);
}
