import { showToast } from "@/lib/panel/page/toasts.ts";
import { wrongCells } from "@/lib/panel/quotes/editor/quote_now.ts";

/** Names the cells that stop a quotation from being sent, and leads to the first. */
export function showWrongCells(): void {
  showToast({ text: wrongCells.get(), isFailure: true });
  document.querySelector<HTMLElement>(".quote-line [aria-invalid=true]")?.focus();
}
