import type { Cell } from "@/lib/panel/quotes/editor/lines.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { pasteWords } from "@/lib/panel/quotes/paste_words.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { lineFields } from "@/lib/sales/quotes/line_fields.ts";

/** Names of columns and of sums, as files of products and sheets with offers have them. */

export type PastedCell = Cell | "sku" | "description";

const names: readonly PastedCell[] = [
  ...["name", "quantity", "unit", "unit_price", "discount_percent", "tax_rate"] as const,
  ...["sku", "description"] as const,
];
const numeric: readonly PastedCell[] = ["quantity", "unit_price", "discount_percent", "tax_rate"];

/** Small letters without accents and signs, each word once, as the importer has it. */
function bare(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(letters.match(/[\p{L}\p{N}]+/gu) ?? [])].join(" ");
}

const headers = new Map<string, PastedCell>();
for (const name of names) {
  const ofProduct: { label?: { es: string; en: string }; headers?: readonly string[] } =
    name in productFields ? productFields[name as "name"] : {};
  const own = [lineFields[name].label, lineWords[name], ofProduct.label]
    .flatMap((label) => label ? Object.values(label) : []);
  const more = name === "quantity" || name === "discount_percent" ? pasteWords.heads[name] : [];
  for (const head of [name, ...own, ...ofProduct.headers ?? [], ...more].map(bare)) {
    if (!headers.has(head)) headers.set(head, name);
  }
}

/** The cell of each column of a heading; of two columns for one cell the first one counts. */
export function headOf(row: readonly string[]): (PastedCell | null)[] {
  const found = row.map((text) => headers.get(bare(text)) ?? null);
  const hasQuantity = found.includes("quantity");
  // Beside a quantity, an amount is the line's.
  const meant = found.map((cell, at) =>
    cell === "unit_price" && hasQuantity && pasteWords.amounts.includes(bare(row[at]!))
      ? null
      : cell
  );
  return meant.map((cell, at) => (meant.indexOf(cell) === at ? cell : null));
}

/** One name alone may be a product's, unless it is that of a figure. */
export function isHead(row: readonly string[], rest: readonly string[][]): boolean {
  const found = headOf(row);
  const count = found.filter((cell) => cell !== null).length;
  const isFigure = found.some((cell) => cell !== null && numeric.includes(cell));
  const isOfNumbers = rest.some((other) => /\d/.test(other[found.findIndex((one) => one)] ?? ""));
  return !row.some((cell) => /^[\s\d.,€$£%-]*\d[\s\d.,€$£%-]*$/.test(cell)) &&
    (count > 1 || count === 1 && isFigure && isOfNumbers);
}

/** "Total", "Subtotal:", "IVA 21 %". */
export function isSum(text: string): boolean {
  return pasteWords.sums.test(bare(text));
}
