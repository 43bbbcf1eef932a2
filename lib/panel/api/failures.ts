import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** @param beside fields whose errors stand beside them, so that they are not said again */
export function failureText(
  outcome: Exclude<Outcome<unknown>, { ok: true }>,
  language: Language,
  beside: readonly string[] = [],
): string {
  if (outcome.why !== "refused") return speak(commonWords, language).failures[outcome.why];
  const other = Object.entries(outcome.fields).find(([name]) => !beside.includes(name));
  return other ? `${outcome.error} (${other[1]})` : outcome.error;
}
