/** What the page of a quotation holds, in one bundle: each by itself would be a request more. */
export { QuoteEditor } from "@/components/quote/QuoteEditor.tsx";
export { QuoteFields } from "@/components/quote/QuoteFields.tsx";
export { QuoteLinks } from "@/components/quote/QuoteLinks.tsx";
export { QuoteMoves } from "@/components/quote/QuoteMoves.tsx";
