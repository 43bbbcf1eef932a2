import { formatAhead, type TimeFormat } from "@/lib/values/dates.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

/** How an attempt ended, in words. */
export function outcomeText(
  { outcome, status }: { outcome: string; status: number | null },
  language: Language,
): string {
  const { outcomes } = speak(callbackWords, language);
  if (outcome === "status") return outcomes.status(String(status ?? ""));
  return Object.hasOwn(outcomes, outcome)
    ? outcomes[outcome as Exclude<keyof typeof outcomes, "status">]
    : outcome;
}

/** When it is tried next; what is due is being tried. */
export function nextTryText(at: Date, format: TimeFormat): string {
  const words = speak(callbackWords, format.language);
  return at <= format.now ? words.nextNow : words.next(formatAhead(at, format));
}
