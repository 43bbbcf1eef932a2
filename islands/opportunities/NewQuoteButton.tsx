export { NewQuoteButton } from "@/lib/panel/opportunities/NewQuoteButton.tsx";
