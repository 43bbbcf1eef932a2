import { later } from "@/lib/panel/page/later.ts";
import { isTrashed, type QuoteNow, useQuote } from "@/lib/panel/quotes/editor/quote_now.ts";

const DeliveryLine = later(
  () => import("@/lib/panel/quotes/parts/DeliveryLine.tsx"),
  "DeliveryLine",
  () => <div class="min-h-8" />,
);

/** State of the quotation's newest message; few quotations that are open have one. */
export function QuoteDelivery({ quote }: { quote: QuoteNow }) {
  const { delivery } = useQuote(quote);
  const isGone = isTrashed.use();
  return delivery && !isGone ? <DeliveryLine delivery={delivery} /> : null;
}
