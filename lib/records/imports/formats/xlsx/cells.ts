import { cleaned } from "@/lib/records/imports/csv.ts";
import type { NumberForm } from "@/lib/records/imports/formats/xlsx/styles.ts";

/** Numbers of a workbook as text: with a point, as ISO dates, with the zeros that are shown. */

export function numberText(written: string, form: NumberForm, is1904: boolean): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written;
  switch (form.kind) {
    case "date":
      return dateText(value, is1904) ?? decimalText(value);
    case "percent":
      return `${decimalText(value * 100)}%`;
    case "digits":
      return Number.isInteger(value) && value >= 0
        ? decimalText(value).padStart(form.count, "0")
        : decimalText(value);
    case "plain":
      return decimalText(value);
  }
}

/** Excel keeps 15 digits; more are noise of its sums. */
function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes("e")) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  return rounded.toFixed(20).replace(/0+$/, "");
}

const dayMs = 86_400_000;
const lastDay = 2_958_465;

/** Days since 1900, which has a 29 February in Excel, or since 1904. */
function dateText(serial: number, is1904: boolean): string | undefined {
  const days = is1904 ? serial + 1462 : serial;
  if (serial < 0 || days > lastDay + 1) return undefined;
  const seconds = Math.round((days % 1) * 86_400);
  const clock = new Date(seconds * 1000 % dayMs).toISOString().slice(11, 19);
  const time = clock.endsWith(":00") ? clock.slice(0, 5) : clock;
  if (days < 1) return time;
  const whole = Math.floor(days) + (seconds === 86_400 ? 1 : 0);
  const sinceEpoch = (whole < 60 ? whole + 1 : whole) - 25_569;
  const day = new Date(sinceEpoch * dayMs).toISOString().slice(0, 10);
  return time === "00:00" ? day : `${day}T${time}`;
}

/** Index of a column: `AB12` is 27 (from 0); undefined without one. */
export function columnOf(reference: string | undefined): number | undefined {
  let column = 0;
  let at = 0;
  for (; reference !== undefined && at < Math.min(reference.length, 4); at++) {
    const letter = (reference.charCodeAt(at) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return at === 0 ? undefined : column - 1;
}

/** `_x000D_` stands for a letter that XML has no room for. */
export function plainText(text: string): string {
  return cleaned(
    text.replace(
      /_x([0-9A-Fa-f]{4})_/g,
      (_, code: string) => String.fromCharCode(parseInt(code, 16)),
    ),
  );
}
