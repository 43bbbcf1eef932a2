import { parseDecimal, writeDecimal } from "@/lib/panel/numbers.ts";
import type { Language } from "@/lib/words/language.ts";
import { numberSigns } from "@/lib/words/numbers.ts";

/** A quotation's lines while they are being typed, and what the API takes and gives of them. */

/** What of a line can be changed. */
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

/** A line as the API gives it. */
export interface SavedLine extends LineValues {
  id: number;
}

/** The columns of the grid, from left to right. */
export const cells = [
  "name",
  "quantity",
  "unit",
  "unit_price",
  "discount_percent",
  "tax_rate",
] as const;
export type Cell = (typeof cells)[number];

/** A line as the grid holds it: what is typed, whether or not it means anything yet. */
export type GridLine = Record<Cell, string> & {
  /** Names the line in this page, from before it has an id. */
  key: string;
  id: number | null;
  product_id: number | null;
  sku: string | null;
  description: string | null;
};

/** The most that a cell of numbers takes, and how many decimals. */
const numbers = {
  quantity: { decimals: 3, max: 999_999_999, blank: 1 },
  unit_price: { decimals: 4, max: 9_999_999_999, blank: 0 },
  discount_percent: { decimals: 2, max: 100, blank: 0 },
  tax_rate: { decimals: 2, max: 100, blank: 0 },
} as const;
export type NumberCell = keyof typeof numbers;

export const maxLines = 200;

let count = 0;

/** A name that no other line of the page has. */
export function newLineKey(): string {
  return `new-${++count}`;
}

/** The line in which the next one is typed. */
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

/** Whether nothing is said in it: not yet, or no more. */
export function isBlank({ name, unit_price, description }: GridLine): boolean {
  return !name.trim() && !unit_price.trim() && !description?.trim();
}

/** A cell of numbers as it stands once it is left; what means nothing stays as it is. */
export function tidied(cell: Cell, text: string, language: Language): string {
  const value = cell in numbers ? parseDecimal(text, language) : null;
  if (typeof value !== "number") return text;
  return cell === "unit_price" ? priceText(value, language) : writeDecimal(value, language);
}

/** What the grid shows of values. */
export function textsOf(values: LineValues, language: Language): Record<Cell, string> {
  const number = (cell: NumberCell) => writeDecimal(values[cell], language);
  return {
    name: values.name,
    unit: values.unit ?? "",
    quantity: number("quantity"),
    unit_price: priceText(values.unit_price, language),
    discount_percent: values.discount_percent === 0 ? "" : number("discount_percent"),
    tax_rate: number("tax_rate"),
  };
}

/** A price with its cents, and with more decimals where it has them. */
function priceText(price: number, language: Language): string {
  const cents = price.toFixed(2);
  if (Number(cents) !== price) return writeDecimal(price, language);
  return cents.replace(".", numberSigns.decimal[language]);
}

/** A line of the API in the grid. */
export function gridLine(line: SavedLine, language: Language, key = `line-${line.id}`): GridLine {
  const { id, product_id, sku, description } = line;
  return { ...textsOf(line, language), key, id, product_id, sku, description };
}

/**
 * What a typed line means. A cell that means nothing keeps what was saved last, and is named.
 * @param kept the line as it was saved last
 */
export function readLine(
  line: GridLine,
  language: Language,
  kept?: LineValues,
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
    return kept?.[cell] ?? blank;
  };
  const text = line.name.trim();
  const isMissing = text === "" && !isBlank(line);
  if (isMissing) wrong.push("name");
  const values = {
    product_id: line.product_id,
    sku: line.sku,
    name: isMissing ? kept?.name ?? "" : line.name,
    description: line.description?.trim() ? line.description : null,
    unit: line.unit.trim() ? line.unit : null,
    quantity: number("quantity"),
    unit_price: number("unit_price"),
    discount_percent: number("discount_percent"),
    tax_rate: number("tax_rate"),
  };
  return { values, wrong };
}

/** The lines that can be saved: those with a name, typed or kept. */
export function saveable(
  lines: readonly GridLine[],
  language: Language,
  base: readonly SavedLine[],
): { key: string; id: number | null; values: LineValues }[] {
  const kept = new Map(base.map((line) => [line.id, line]));
  return lines.flatMap((line) => {
    const was = kept.get(line.id ?? 0);
    const { values } = readLine(line, language, was);
    if (isBlank(line) || values.name === "") return [];
    // One that was emptied and saved without is a new one when it is written again.
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

/** Only what can be changed of a line. */
export function valuesOf(line: LineValues): LineValues {
  return Object.fromEntries(valueNames.map((name) => [name, line[name]])) as unknown as LineValues;
}

/** The names of what differs. */
export function differing(one: LineValues, other: LineValues): (keyof LineValues)[] {
  return valueNames.filter((name) => one[name] !== other[name]);
}

/** Whether the lines that would be sent are those that are saved. */
export function isSaved(
  lines: readonly { id: number | null; values: LineValues }[],
  base: readonly SavedLine[],
): boolean {
  return lines.length === base.length &&
    lines.every(({ id, values }, at) =>
      id === base[at]!.id && differing(values, base[at]!).length === 0
    );
}
