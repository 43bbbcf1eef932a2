import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Amount, discount and margin, as the person who is asked reads them. */
export function sayFigures(
  { net_total, currency }: Pick<QuoteNow, "net_total" | "currency">,
  { discount, margin }: Pick<NonNullable<QuoteNow["approval"]>, "discount" | "margin">,
  language: Language,
): string {
  const words = speak(approvalWords, language);
  return [
    words.net(formatMoney(net_total, { language, currency })),
    discount > 0 && words.discount(formatPercent(discount, language)),
    margin !== null && words.margin(formatPercent(margin, language)),
  ].filter(Boolean).join(" · ");
}
