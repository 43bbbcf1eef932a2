import type { Cell } from "@/lib/panel/quotes/editor/lines.ts";
import { lineHeads } from "@/lib/sales/quotes/sheets/line_heads.ts";
import { bareHead, sheetNames } from "@/lib/sales/quotes/sheets/sheet_names.ts";

/** Recognises the columns of a pasted sheet, and rows that are sums. */

export type PastedCell = Cell | "sku" | "description";

const numeric: readonly PastedCell[] = ["quantity", "unit_price", "discount_percent", "tax_rate"];

/** The cell of each column of a heading; of two columns for one cell the first one counts. */
export function headOf(row: readonly string[]): (PastedCell | null)[] {
  const bare = row.map(bareHead);
  const cells = bare.map((name) => Object.hasOwn(lineHeads, name) ? lineHeads[name]! : null);
  const hasQuantity = cells.includes("quantity");
  // Beside a quantity, an amount is the line's.
  const columns = cells.map((cell, at) =>
    cell === "unit_price" && hasQuantity && sheetNames.amounts.includes(bare[at]!) ? null : cell
  );
  return columns.map((cell, at) => (columns.indexOf(cell) === at ? cell : null));
}

const figure = /^[\d\s.,€$£%-]+$/;

/** One name alone may be a product's, unless it is that of a figure. */
export function isHead(cells: readonly (PastedCell | null)[], rows: readonly string[][]): boolean {
  const [head, ...rest] = rows;
  const count = cells.filter((cell) => cell !== null).length;
  const isFigure = cells.some((cell) => cell !== null && numeric.includes(cell));
  const isOfNumbers = rest.some((row) => /\d/.test(row[cells.findIndex((one) => one)] ?? ""));
  return rest.length > 0 && !head!.some((cell) => figure.test(cell) && /\d/.test(cell)) &&
    (count > 1 || count === 1 && isFigure && isOfNumbers);
}

/** "Total", "Subtotal:", "IVA 21 %". */
export function isSum(text: string): boolean {
  return sheetNames.sums.test(bareHead(text));
}
