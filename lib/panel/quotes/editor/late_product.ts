import { useRef } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { type GridLine, type Notation, textsOf } from "@/lib/panel/quotes/editor/lines.ts";
import { delayFlush } from "@/lib/panel/quotes/editor/quote_now.ts";
import type { Language } from "@/lib/words/language.ts";

/** A product that was named faster than it could be offered is put on its line afterwards. */

export interface Product {
  id: number;
  sku: string | null;
  name: string;
  description: string | null;
  unit: string | null;
  unit_price: number;
  tax_rate: number;
}

/** The API returns no more at once. */
const maxFound = 200;

interface Options {
  lines: GridLine[];
  companyId: number;
  language: Language;
  take(key: string, product: Product): void;
}

/** @returns what searches for the name of a line that was left, and takes the product meant */
export function useLateProduct(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  return (line: GridLine) => {
    if (!mayTake(line, line)) return;
    delayFlush(
      search(line, latest.current).then((product) => {
        const now = latest.current.lines.find(({ key }) => key === line.key);
        if (product && now && mayTake(now, line)) latest.current.take(line.key, product);
      }),
    );
  };
}

async function search({ name }: GridLine, { companyId, language }: Options) {
  const products = await callApi<Product[]>("products", {
    companyId,
    language,
    query: { active: "true", q: name.trim(), per_page: maxFound },
  });
  // Of more than one page the only match here need not be the only one.
  if (!products.ok || (products.meta?.total ?? 0) > products.data.length) return null;
  return meantBy(name, products.data);
}

/** A free line without a price that, but for its quantity and discount, is as it was left. */
function mayTake(now: GridLine, before: GridLine): boolean {
  const isFree = now.product_id === null && now.name.trim() !== "" && now.unit_price.trim() === "";
  const same = ["name", "unit", "tax_rate", "description", "sku"] as const;
  return isFree && same.every((part) => now[part] === before[part]);
}

/** The only product whose name or SKU is the text; without any, the only one that begins so. */
export function meantBy(text: string, products: readonly Product[]): Product | null {
  const sought = folded(text.trim());
  const fits = (does: (own: string) => boolean) =>
    products.filter(({ name, sku }) => [name, sku ?? ""].some((own) => does(folded(own.trim()))));
  const equal = fits((own) => own === sought);
  const matches = equal.length > 0 ? equal : fits((own) => own.startsWith(sought));
  return matches.length === 1 ? matches[0]! : null;
}

/**
 * Parts that a product sets on a line; its discount stays, and its quantity if it has one. So does
 * what was typed since the line was `asked` about.
 */
export function productParts(
  now: GridLine,
  product: Product,
  notation: Notation,
  before = now,
): Partial<GridLine> {
  const { quantity } = now;
  const { id: product_id, sku, description } = product;
  const values = { ...product, product_id, quantity: 1, discount_percent: 0 };
  const { discount_percent: _, ...texts } = textsOf(values, notation);
  const typed = (["unit", "unit_price", "tax_rate"] as const).filter((part) =>
    now[part] !== before[part]
  );
  const own = Object.fromEntries(typed.map((part) => [part, now[part]]));
  return { ...texts, ...own, quantity: quantity || "1", product_id, sku, description };
}

/** Lower case without accents, as products are searched. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
