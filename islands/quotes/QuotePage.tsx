/** What the page of a quotation holds, in one bundle: each by itself would be a request more. */
export { QuoteEditor } from "@/lib/panel/quotes/parts/QuoteEditor.tsx";
export { QuoteFields } from "@/lib/panel/quotes/parts/QuoteFields.tsx";
export { QuoteLinks } from "@/lib/panel/quotes/parts/QuoteLinks.tsx";
export { QuoteMoves } from "@/lib/panel/quotes/parts/QuoteMoves.tsx";
