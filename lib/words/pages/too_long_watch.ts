import { watchLengths } from "@/lib/words/pages/length_watch.ts";
import { tooLongTexts } from "@/lib/words/pages/too_long.ts";

/** The watch over lengths with its words, as a module of its own. */
export function watchTooLong(): void {
  watchLengths(tooLongTexts());
}
