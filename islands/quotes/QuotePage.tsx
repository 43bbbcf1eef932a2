/** Islands of a quotation's page in one bundle: one request in place of several. */
export { QuoteDelivery } from "@/lib/panel/quotes/parts/QuoteDelivery.tsx";
export { QuoteEditor } from "@/lib/panel/quotes/parts/QuoteEditor.tsx";
export { QuoteFields } from "@/lib/panel/quotes/parts/QuoteFields.tsx";
export { QuoteLinks } from "@/lib/panel/quotes/links/QuoteLinks.tsx";
export { QuoteMoves } from "@/lib/panel/quotes/parts/QuoteMoves.tsx";
