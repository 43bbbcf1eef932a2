import { guardFormula } from "@/lib/input/formula_guard.ts";
import { createLocalClock } from "@/lib/values/local_clock.ts";

/** CSV by RFC 4180, as spreadsheets read it without being asked. */

export interface CsvStyle {
  delimiter: "," | ";";
  decimals: "," | ".";
  timezone: string;
  yes: string;
  no: string;
}

export const byteOrderMark = "\ufeff";

export function createRowWriter(style: CsvStyle): (cells: unknown[]) => string {
  const textOf = createCellWriter(style);
  const quoted = new RegExp(`["\\r\\n${style.delimiter}]|^\\s|\\s$`);
  const written = (text: string) => quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return (cells) => cells.map((cell) => written(textOf(cell))).join(style.delimiter) + "\r\n";
}

const number = /^-\d+([.,]\d+)?$/;

/** A value as text: local time, records by name, lists with commas; never a formula. */
function createCellWriter({ decimals, timezone, yes, no }: CsvStyle) {
  const clock = createLocalClock(timezone);
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return clock(value);
    if (typeof value === "number") return String(value).replace(".", decimals);
    if (typeof value === "boolean") return value ? yes : no;
    if (Array.isArray(value)) return guardFormula(value.join(", "), number);
    if (typeof value === "object") return textOf((value as { name?: string | null }).name);
    return guardFormula(String(value), number);
  };
  return textOf;
}
