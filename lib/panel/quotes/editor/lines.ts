import { decimalsOf } from "@/lib/input/amounts.ts";
import { formatPrice } from "@/lib/values/money.ts";
import { parseDecimal, writeDecimal } from "@/lib/panel/page/numbers.ts";
import type { Language } from "@/lib/words/language.ts";
import { numberSigns } from "@/lib/words/numbers.ts";

/** A quotation's lines as typed, and their conversion from and to the API's. */

export interface LineValues {
  product_id: number | null;
  sku: string | null;
  name: string;
  description: string | null;
  unit: string | null;
  quantity: number;
  unit_price: number;
  discount_percent: number;
  tax_rate: number;
}

export interface SavedLine extends LineValues {
  id: number;
}

export const cells = [
  "name",
  "quantity",
  "unit",
  "unit_price",
  "discount_percent",
  "tax_rate",
] as const;
export type Cell = (typeof cells)[number];

/** A line as typed, valid or not. */
export type GridLine = Record<Cell, string> & {
  /** Identifies the line in this page, before it has an id. */
  key: string;
  id: number | null;
  product_id: number | null;
  sku: string | null;
  description: string | null;
};

/** How numbers and prices are written. */
export interface Notation {
  language: Language;
  currency: string;
}

/** Maximum and decimals of each numeric cell. */
const numbers = {
  quantity: { decimals: 3, max: 999_999_999, blank: 1 },
  unit_price: { decimals: 4, max: 9_999_999_999, blank: 0 },
  discount_percent: { decimals: 2, max: 100, blank: 0 },
  tax_rate: { decimals: 2, max: 100, blank: 0 },
} as const;
export type NumberCell = keyof typeof numbers;

export function isNumberCell(cell: string): cell is NumberCell {
  return cell in numbers;
}

let count = 0;

export function newLineKey(): string {
  return `new-${++count}`;
}

/** The empty line at the end, for typing the next one. */
export function blankLine(key = newLineKey()): GridLine {
  const texts = Object.fromEntries(cells.map((cell) => [cell, ""])) as Record<Cell, string>;
  return {
    ...texts,
    key,
    id: null,
    product_id: null,
    sku: null,
    description: null,
  };
}

export function isBlank({ name, unit_price, description }: GridLine): boolean {
  return !name.trim() && !unit_price.trim() && !description?.trim();
}

/** Formats a numeric cell once it is left; invalid text stays. */
export function tidied(cell: Cell, text: string, notation: Notation): string {
  const { language } = notation;
  const value = cell in numbers ? parseDecimal(text, language) : null;
  if (typeof value !== "number") return text;
  return cell === "unit_price" ? priceText(value, notation) : writeDecimal(value, language);
}

export function textsOf(values: LineValues, notation: Notation): Record<Cell, string> {
  const number = (cell: NumberCell) => writeDecimal(values[cell], notation.language);
  return {
    name: values.name,
    unit: values.unit ?? "",
    quantity: number("quantity"),
    unit_price: priceText(values.unit_price, notation),
    discount_percent: values.discount_percent === 0 ? "" : number("discount_percent"),
    tax_rate: number("tax_rate"),
  };
}

/** A cell while nobody types in it: prices read like the totals. Invalid text stays. */
export function restingText(cell: Cell, text: string, notation: Notation): string {
  const value = cell === "unit_price" ? parseDecimal(text, notation.language) : null;
  if (typeof value !== "number" || Number(value.toFixed(4)) !== value) return text;
  return formatPrice(value, notation);
}

/** The currency's decimals, or more if the price has them. */
function priceText(price: number, { language, currency }: Notation): string {
  const text = price.toFixed(decimalsOf(currency));
  if (Number(text) !== price) return writeDecimal(price, language);
  return text.replace(".", numberSigns.decimal[language]);
}

export function gridLine(line: SavedLine, notation: Notation, key = `line-${line.id}`): GridLine {
  const { id, product_id, sku, description } = line;
  return { ...textsOf(line, notation), key, id, product_id, sku, description };
}

/** A cell with invalid text keeps its value in `kept`, the last saved line, and is named. */
export function readLine(
  line: GridLine,
  language: Language,
  stored?: LineValues,
): { values: LineValues; wrong: Cell[] } {
  const wrong: Cell[] = [];
  const number = (cell: NumberCell): number => {
    const { decimals, max, blank } = numbers[cell];
    const value = parseDecimal(line[cell], language);
    if (value === null) return blank;
    const fits = value !== undefined && value >= 0 && value <= max &&
      (cell !== "quantity" || value > 0) && Number(value.toFixed(decimals)) === value;
    if (fits) return value;
    wrong.push(cell);
    return stored?.[cell] ?? blank;
  };
  const text = line.name.trim();
  const isMissing = text === "" && !isBlank(line);
  if (isMissing) wrong.push("name");
  const values = {
    product_id: line.product_id,
    sku: line.sku,
    name: isMissing ? stored?.name ?? "" : line.name,
    description: line.description?.trim() ? line.description : null,
    unit: line.unit.trim() ? line.unit : null,
    quantity: number("quantity"),
    unit_price: number("unit_price"),
    discount_percent: number("discount_percent"),
    tax_rate: number("tax_rate"),
  };
  return { values, wrong };
}

/** The lines with a name, typed or kept. */
export function saveable(
  lines: readonly GridLine[],
  language: Language,
  base: readonly SavedLine[],
): { key: string; id: number | null; values: LineValues }[] {
  const byId = new Map(base.map((line) => [line.id, line]));
  return lines.flatMap((line) => {
    const was = byId.get(line.id ?? 0);
    const { values } = readLine(line, language, was);
    if (isBlank(line) || values.name === "") return [];
    // A line that was emptied and removed by a save is a new one when it is filled again.
    return [{ key: line.key, id: was ? line.id : null, values }];
  });
}

const valueNames = [
  "product_id",
  "sku",
  "name",
  "description",
  "unit",
  "quantity",
  "unit_price",
  "discount_percent",
  "tax_rate",
] as const satisfies readonly (keyof LineValues)[];

export function valuesOf(line: LineValues): LineValues {
  return Object.fromEntries(valueNames.map((name) => [name, line[name]])) as unknown as LineValues;
}

export function differing(one: LineValues, other: LineValues): (keyof LineValues)[] {
  return valueNames.filter((name) => one[name] !== other[name]);
}

export function isSaved(
  lines: readonly { id: number | null; values: LineValues }[],
  base: readonly SavedLine[],
): boolean {
  return lines.length === base.length &&
    lines.every(({ id, values }, at) =>
      id === base[at]!.id && differing(values, base[at]!).length === 0
    );
}
