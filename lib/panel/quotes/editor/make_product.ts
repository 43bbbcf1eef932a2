import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showMade } from "@/lib/panel/save/run_verb.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import type { Product } from "@/lib/panel/quotes/editor/late_product.ts";
import type { GridLine } from "@/lib/panel/quotes/editor/lines.ts";
import { flushLines } from "@/lib/panel/quotes/editor/quote_now.ts";
import { creatorWords } from "@/lib/panel/record/new/creator_words.ts";
import { productIn } from "@/lib/panel/quotes/editor/product_text.ts";
import { awaitPrice, priceProduct } from "@/lib/panel/quotes/editor/unpriced.ts";
import type { Language } from "@/lib/words/language.ts";

export { productIn };

interface Making {
  line: GridLine;
  companyId: number;
  language: Language;
  /** Puts it on the line. @returns the price typed there meanwhile, and what takes it off again */
  take(product: Product): { price: string; takeOff: () => void };
}

/**
 * Makes a product of what a line says so far and puts it there. The undo takes it off the line
 * first: one that is on a quotation would be archived instead.
 */
export async function makeProduct({ line, take, ...caller }: Making): Promise<void> {
  const { language } = caller;
  const texts = productIn(line.name, language);
  const json = {
    unit_price: parseDecimal(line.unit_price, language) ?? 0,
    tax_rate: parseDecimal(line.tax_rate, language) ?? undefined,
    unit: line.unit.trim() || undefined,
    ...texts,
  };
  const outcome = await callApi<Product & { version: number }>("products", {
    ...caller,
    method: "POST",
    json,
  });
  if (!outcome.ok) return showToast({ text: failureText(outcome, language), isFailure: true });
  const { price, takeOff } = take(outcome.data);
  const { id, name, version } = outcome.data;
  if (json.unit_price === 0) {
    awaitPrice(id, async (text) => {
      const unit_price = parseDecimal(text, language);
      if (unit_price === null) return;
      const json = { unit_price, version };
      const priced = await callApi(`products/${id}`, { ...caller, method: "PATCH", json });
      if (!priced.ok) showToast({ text: failureText(priced, language), isFailure: true });
    });
    priceProduct(id, price);
  }
  showMade({
    text: creatorWords.productMade(name)[language],
    path: `products/${id}`,
    hasPage: true,
    takeBack() {
      takeOff();
      return flushLines();
    },
  }, caller);
}
