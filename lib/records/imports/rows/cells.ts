import {
  CellError,
  type DecimalSign,
  decimalSignOf,
  fold,
  readFlag,
  readNumber,
} from "@/lib/records/imports/csv_values.ts";
import type { CsvFile } from "@/lib/records/imports/csv.ts";
import type { ImportFields } from "@/lib/records/imports/import.ts";
import type { Column } from "@/lib/records/imports/rows/columns.ts";
import { type DateOrder, dateOrderOf, readInstant } from "@/lib/records/imports/rows/dates.ts";
import { isAddress, typedAddress } from "@/lib/input/addresses/email_address.ts";
import { readPhone } from "@/lib/input/phone.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

interface Notation {
  sign: DecimalSign;
  order: DateOrder;
}

export interface CellReading {
  fields: ImportFields;
  timezone: string;
  employees: Map<string, number>;
}

/** `doubt`: the cell has more than the value, or something else. */
export interface ReadCell {
  value?: unknown;
  doubt?: Text;
}

/** The notation of each column by all its rows; where they leave it open, that of the other columns. */
export function notationsOf(
  { rows, delimiter }: Pick<CsvFile, "rows" | "delimiter">,
  columns: readonly Column[],
  fields: ImportFields,
): Notation[] {
  const meanings = columns.map(({ field }) => field === null ? null : fields[field]!.meaning);
  const cellsAt = (at: number) => rows.values().map(({ cells }) => cells[at] ?? "");
  const signs = meanings.map((meaning, at) =>
    meaning === "number" || meaning === "whole" ? decimalSignOf(cellsAt(at)) : undefined
  );
  const orders = meanings.map((meaning, at) =>
    meaning === "instant" ? dateOrderOf(cellsAt(at)) : undefined
  );
  const sign = onlyOne(signs) ?? (delimiter === "," ? "." : ",");
  const order = onlyOne(orders) ?? "day";
  return columns.map((_, at) => ({ sign: signs[at] ?? sign, order: orders[at] ?? order }));
}

function onlyOne<T extends string>(values: (T | undefined)[]): T | undefined {
  const [first, ...more] = new Set(values.filter((value) => value !== undefined));
  return more.length > 0 || first === "unclear" ? undefined : first;
}

export function readCell(
  cell: string,
  field: string,
  notation: Notation,
  reading: CellReading,
): ReadCell {
  const { meaning } = reading.fields[field]!;
  if (meaning === "phone") return readPhoneCell(cell);
  if (meaning === "email") return readEmailCell(cell);
  try {
    return { value: valueOf(cell, meaning, notation, reading) };
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    return { doubt: error.text };
  }
}

function valueOf(
  cell: string,
  meaning: ImportFields[string]["meaning"],
  { sign, order }: Notation,
  { timezone, employees }: CellReading,
): unknown {
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
      return readInstant(cell, timezone, order);
    case "country":
      return readCountry(cell);
    case "employee":
      return readEmployee(cell, employees);
    case "link":
      return /^https?:/i.test(cell) ? cell : `https://${cell}`;
    default:
      return cell;
  }
}

function readPhoneCell(cell: string): ReadCell {
  const { phone, rest } = readPhone(cell);
  if (phone === null) return { doubt: inputWords.phone };
  return rest === "" ? { value: phone } : { value: phone, doubt: beside(rest) };
}

function beside(rest: string): Text {
  return importWords.beside([...rest].slice(0, 60).join(""));
}

const mostAddresses = 1_000;

/** Reads the first of several addresses: `ana@x.es; luz@x.es`, `Ana <ana@x.es>`. */
function readEmailCell(cell: string): ReadCell {
  if (isAddress(typedAddress(cell))) return { value: cell };
  if (cell.length > mostAddresses) return { doubt: inputWords.email };
  const parts = cell.split(/[\s,;|/:<>()[\]"]+/).filter((part) => part !== "");
  const at = parts.findIndex((part) => isAddress(typedAddress(part)));
  if (at < 0) return { doubt: inputWords.email };
  const rest = parts.filter((part, place) => place !== at && fold(part) !== "mailto");
  return rest.length === 0
    ? { value: parts[at] }
    : { value: parts[at], doubt: beside(rest.join(" ")) };
}

function readChoice(cell: string, choices: Record<string, readonly string[]>): string {
  const word = fold(cell);
  const match = Object.keys(choices).find((choice) =>
    choice === word || fold(choice) === word || choices[choice]!.includes(word)
  );
  if (match) return match;
  const values = Object.keys(choices).join(", ");
  throw new CellError(inputWords.oneOf(values));
}

/** Accepts the two-letter code, or the name in Spanish or English. */
function readCountry(cell: string): string {
  if (/^[a-z]{2}$/i.test(cell)) return canonical(cell);
  const country = countries().get(fold(cell));
  if (country) return country;
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
