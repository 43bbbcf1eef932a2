import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { changesBetween, type Compared } from "@/lib/sales/sharing/quote_changes.ts";
import { sayChanges } from "@/lib/sales/sharing/say_changes.ts";
import type { Language } from "@/lib/words/language.ts";
import { statusWords } from "@/lib/words/statuses.ts";

/** Sentences on what differs between two states of a quotation. */
export function changedSince(before: QuoteNow, now: QuoteNow, language: Language): string[] {
  const { currency } = now;
  return [
    ...sayChanges(changesBetween(compared(before), compared(now)), { language, currency }),
    ...before.status === now.status ? [] : [statusWords.quote[now.status][language]],
  ];
}

function compared({ title, intro, terms, gross_total, lines }: QuoteNow): Compared {
  return {
    title,
    intro,
    terms,
    gross_total,
    lines: lines.map(({ id: _, product_id: _product, cost: _cost, ...line }) => line),
  };
}
