import { decimalsOf } from "@/lib/input/amounts.ts";
import { guardFormula } from "@/lib/input/formula_guard.ts";
import type { SheetColumn, SheetPlace } from "@/lib/panel/excel/sheet.ts";
import { excelWords } from "@/lib/panel/excel/words.ts";
import { xmlText } from "@/lib/panel/excel/xml_text.ts";
import { locales } from "@/lib/words/language.ts";

/** A cell as a spreadsheet types it; a date is what the clocks of the place show, as if in UTC. */
export type Cell = string | number | Date | null;

export function createCellReader({ language, timeZone }: SheetPlace) {
  // The Swedish way to write is that of ISO 8601.
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const { yes, no } = excelWords;
  return ({ kind, words }: SheetColumn, value: unknown): Cell => {
    if (value === null || value === undefined || value === "") return null;
    switch (kind) {
      case "number":
      case "money":
        return Number(value);
      case "percent":
        return Number(value) / 100;
      case "day":
        return new Date(`${value}T00:00:00Z`);
      case "instant":
        return new Date(`${clock.format(new Date(String(value))).replace(" ", "T")}Z`);
      case "flag":
        return (value ? yes : no)[language];
      case "text":
        return withoutFormula(xmlText(words?.[String(value)] ?? textOf(value)));
    }
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "object" && value !== null) {
    return String((value as { name?: string | null }).name ?? "");
  }
  return String(value);
}

/** An apostrophe before what begins like a formula, since it may be saved as CSV; numbers stay. */
export function withoutFormula(text: string): string {
  return guardFormula(text, /^[+-][\d\s.,()-]*$/);
}

export function formatsOf({ language, currency }: SheetPlace) {
  const parts = new Intl.NumberFormat(locales[language], {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(1);
  const decimals = decimalsOf(currency);
  const digits = decimals > 0 ? `#,##0.${"0".repeat(decimals)}` : "#,##0";
  const symbol = `"${parts.find(({ type }) => type === "currency")!.value}"`;
  const money = parts[0]!.type === "currency" ? symbol + digits : `${digits} ${symbol}`;
  return {
    text: undefined,
    flag: undefined,
    // As they are: a format with decimals leaves whole numbers with a sign behind them.
    number: undefined,
    money,
    percent: "0.0%",
    day: "dd/mm/yyyy",
    instant: "dd/mm/yyyy hh:mm",
  };
}
