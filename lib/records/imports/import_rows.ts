import * as z from "zod";
import type { CsvFile } from "@/lib/records/imports/csv.ts";
import {
  CellError,
  type DecimalSign,
  decimalSignOf,
  fold,
  readDay,
  readFlag,
  readNumber,
} from "@/lib/records/imports/csv_values.ts";
import {
  fieldNames,
  type ImportError,
  type ImportFields,
  type ImportKind,
} from "@/lib/records/imports/import.ts";
import { instantIn } from "@/lib/dates.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { validate } from "@/lib/input/input.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language, Text } from "@/lib/words/language.ts";

interface Reading<Value> extends Pick<ImportKind<Value>, "fields" | "schema" | "partial"> {
  /** Rows may change existing records, which need not have the required fields. */
  isUpdate: boolean;
  language: Language;
  timezone: string;
  employees: Map<string, number>;
}

export interface Column {
  header: string;
  field: string | null;
}

export interface ReadRow<Value> {
  row: number;
  cells: string[];
  values: Record<string, unknown>;
  value: Partial<Value> | undefined;
  errors: ImportError[];
  lacks: ImportError[];
}

/**
 * Two columns for one field are an error, and so is a file without any known column.
 * @param given the fields by place; by the headers where absent
 * @throws Problem validation_failed (`columns`): no field of that name
 */
export function readColumns(
  { header }: CsvFile,
  { fields, language }: Pick<Reading<unknown>, "fields" | "language">,
  given?: readonly string[],
): { columns: Column[]; errors: ImportError[] } {
  const unknown = given?.find((name) => name !== "" && !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    const values = Object.keys(fields).join(", ");
    throw problem("validation_failed", {
      fields: { columns: inputWords.oneOf(values) },
    });
  }
  const errors: ImportError[] = [];
  const columns: Column[] = [];
  const refuse = (column: string | null, field: string | null, text: Text) =>
    errors.push({ row: 1, column, field, message: text[language] });
  const names = fieldNames(fields);
  for (const [at, name] of header.entries()) {
    const field = (given ? given[at] : names.get(fold(name))) || null;
    const earlier = field && columns.find((column) => column.field === field);
    if (earlier) refuse(name, field, importWords.repeatedColumn(earlier.header));
    columns.push({ header: name, field: earlier ? null : field });
  }
  if (columns.every(({ field }) => field === null) && errors.length === 0) {
    refuse(null, null, importWords.noKnownColumn);
  }
  return { columns, errors };
}

export function* readRows<Value>(
  file: CsvFile,
  columns: Column[],
  reading: Reading<Value>,
): Generator<ReadRow<Value>> {
  const sign = signOf(file, columns, reading.fields);
  for (const record of file.rows) yield readRow(record, columns, sign, reading);
}

function signOf({ rows, delimiter }: CsvFile, columns: Column[], fields: ImportFields) {
  const numeric = columns.flatMap(({ field }, at) =>
    field && fields[field]!.meaning === "number" ? [at] : []
  );
  const cells = rows.flatMap(({ cells }) => numeric.map((at) => cells[at] ?? ""));
  return decimalSignOf(cells, delimiter === "," ? "." : ",");
}

function readRow<Value>(
  { row, cells }: CsvFile["rows"][number],
  columns: Column[],
  sign: DecimalSign,
  reading: Reading<Value>,
): ReadRow<Value> {
  const values: Record<string, unknown> = {};
  const errors: ImportError[] = [];
  const errorOf = (field: string | null, text: Text): ImportError => {
    const column = field === null
      ? null
      : columns.find((one) => one.field === field)?.header ?? null;
    return { row, column, field, message: text[reading.language] };
  };
  const refuse = (field: string | null, text: Text) => errors.push(errorOf(field, text));
  if (cells.slice(columns.length).some((cell) => cell !== "")) {
    refuse(null, importWords.tooManyCells);
  }
  for (const [at, { field }] of columns.entries()) {
    const cell = cells[at] ?? "";
    if (field === null || cell === "") continue;
    try {
      values[field] = readCell(cell, field, sign, reading);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      refuse(field, error.text);
    }
  }
  const known = new Set(errors.map(({ field }) => field));
  const { value, wrong } = readValue(values, reading);
  const found = wrong.filter(([field]) => !known.has(field))
    .map(([field, text]) => errorOf(field, text));
  const isMissing = ({ field }: ImportError) => reading.isUpdate && !(field! in values);
  errors.push(...found.filter((error) => !isMissing(error)));
  return {
    ...{ row, cells, values, errors },
    value: errors.length > 0 ? undefined : value,
    lacks: found.filter(isMissing),
  };
}

/** Errors by field, and the value if it is valid or, for an update, valid as a partial record. */
function readValue<Value>(
  values: Record<string, unknown>,
  { schema, partial, isUpdate }: Reading<Value>,
): { value?: Partial<Value>; wrong: [field: string, text: Text][] } {
  const whole = tryValidate(schema, values);
  if (whole.wrong.length === 0 || !isUpdate) return whole;
  return { value: tryValidate(partial, values).value, wrong: whole.wrong };
}

function tryValidate<Value>(schema: z.ZodType<Value>, values: Record<string, unknown>) {
  try {
    return { value: validate(schema, values), wrong: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const wrong = Object.entries(error.extras.fields ?? {})
      .map(([path, text]): [string, Text] => [path.split(".")[0]!, text]);
    return { wrong };
  }
}

function readCell(cell: string, field: string, sign: DecimalSign, reading: Reading<unknown>) {
  const { meaning } = reading.fields[field]!;
  if (typeof meaning === "object") return readChoice(cell, meaning);
  switch (meaning) {
    case "number":
    case "whole":
      return readNumber(cell, sign);
    case "flag":
      return readFlag(cell);
    case "list":
      return cell.split(/[,;|\n]/).map((part) => part.trim()).filter((part) => part !== "");
    case "instant":
      return readInstant(cell, reading.timezone);
    case "country":
      return readCountry(cell);
    case "employee":
      return readEmployee(cell, reading.employees);
    case "link":
      return /^https?:/i.test(cell) ? cell : `https://${cell}`;
    case "text":
      return cell;
  }
}

function readChoice(cell: string, choices: Record<string, readonly string[]>): string {
  const word = fold(cell);
  const found = Object.keys(choices).find((choice) =>
    choice === word || fold(choice) === word || choices[choice]!.includes(word)
  );
  if (found) return found;
  const values = Object.keys(choices).join(", ");
  throw new CellError(inputWords.oneOf(values));
}

/** Accepts an RFC 3339 instant, or a day or local time in the company's time zone. */
export function readInstant(cell: string, timezone: string): string {
  if (/^[\d-]+T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i.test(cell)) return cell;
  const local = readDay(cell);
  return instantIn(timezone, local.length === 10 ? `${local}T00:00` : local).toISOString();
}

/** Accepts the two-letter code, or the name in Spanish or English. */
function readCountry(cell: string): string {
  if (/^[a-z]{2}$/i.test(cell)) return canonical(cell);
  const found = countries().get(fold(cell));
  if (found) return found;
  throw new CellError(importWords.country);
}

let named: Map<string, string> | undefined;

function countries(): Map<string, string> {
  return named ??= new Map(["en", "es"].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    const codes = letters.flatMap((a) => letters.map((b) => a + b));
    return codes.flatMap((code) => {
      const name = canonical(code) === code && names.of(code);
      return name ? [[fold(name), code] as [string, string]] : [];
    });
  }));
}

/** The current ISO code: GB for UK. */
function canonical(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code.toUpperCase();
}

function readEmployee(cell: string, employees: Map<string, number>): number {
  const id = employees.get(fold(cell));
  if (id !== undefined) return id;
  throw new CellError(importWords.employee);
}
