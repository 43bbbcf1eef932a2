import { fetchModule } from "@/components/fetch_module.ts";
import type { Cell } from "@/lib/panel/quotes/editor/lines.ts";
import type { Pasted } from "@/lib/panel/quotes/editor/paste.ts";
import { delayFlush } from "@/lib/panel/quotes/editor/quote_now.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import type { Language } from "@/lib/words/language.ts";

export type PasteParts = typeof import("@/lib/panel/quotes/editor/paste.ts");

interface Place {
  from: Cell;
  language: Language;
}

/** Pastes a sheet by a module that loads with the first one, so that the page stays light. */
export function pasteLate(
  event: ClipboardEvent,
  place: Place,
  fill: (pasted: Pasted, parts: PasteParts) => void,
): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const isSheet = /[\t\r\n]/.test(text.replace(/[\r\n]+$/, ""));
  if (!isSheet) return;
  event.preventDefault();
  const input = event.target as HTMLInputElement;
  const reading = fetchModule(() => import("@/lib/panel/quotes/editor/paste.ts"))
    .then((parts) => {
      const pasted = parts.readPasted(text, place);
      if (pasted) fill(pasted, parts);
      else insert(input, text);
    })
    .catch(() => tellNotLoaded(place.language));
  delayFlush(reading);
}

/** One value within quotes, or blanks alone. */
function insert(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
