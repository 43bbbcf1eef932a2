/** CSV by RFC 4180, as spreadsheets read it without being asked. */

/** How the readers of a file write. */
export interface CsvStyle {
  delimiter: "," | ";";
  decimals: "," | ".";
  timezone: string;
  yes: string;
  no: string;
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = "\ufeff";

/** Makes the function that writes a row, with its end. */
export function createRowWriter(style: CsvStyle): (cells: unknown[]) => string {
  const textOf = createCellWriter(style);
  const quoted = new RegExp(`["\\r\\n${style.delimiter}]|^\\s|\\s$`);
  const written = (text: string) => quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return (cells) => cells.map((cell) => written(textOf(cell))).join(style.delimiter) + "\r\n";
}

/**
 * A value as text: an instant as local time, another record by its name, several values with commas.
 * Nothing that someone else typed becomes a formula.
 */
function createCellWriter({ decimals, timezone, yes, no }: CsvStyle) {
  // The Swedish way to write is that of ISO 8601.
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return clock.format(value);
    if (typeof value === "number") return String(value).replace(".", decimals);
    if (typeof value === "boolean") return value ? yes : no;
    if (Array.isArray(value)) return guarded(value.join(", "));
    if (typeof value === "object") return textOf((value as { name?: string | null }).name);
    return guarded(String(value));
  };
  return textOf;
}

/** A text that a spreadsheet would take for a formula, with an apostrophe before it. */
function guarded(text: string): string {
  const isNumber = /^-\d+([.,]\d+)?$/.test(text);
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text;
}
