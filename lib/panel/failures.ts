import type { Outcome } from "@/lib/panel/call_api.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export function failureText(
  outcome: Exclude<Outcome<unknown>, { ok: true }>,
  language: Language,
): string {
  if (outcome.why !== "refused") return speak(commonWords, language).failures[outcome.why];
  const [field] = Object.values(outcome.fields);
  return field ? `${outcome.error} (${field})` : outcome.error;
}
