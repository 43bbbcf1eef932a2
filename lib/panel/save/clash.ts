import type { Outcome, Refusal } from "@/lib/panel/api/call_api.ts";
import { clashWords } from "@/lib/panel/save/clash_words.ts";
import { cutText } from "@/lib/input/cut_text.ts";
import { type Language, locales } from "@/lib/words/language.ts";

/** A refusal because what the dialog showed has changed meanwhile. */
export type ClashRefusal = Refusal & { code: "version_conflict" };

export function isClash(outcome: Outcome<unknown>): outcome is ClashRefusal {
  return !outcome.ok && outcome.why === "refused" && outcome.code === "version_conflict";
}

type Values = { readonly [name: string]: unknown };

const longestValue = 120;

/** Sentences on the values that differ, in the order of the labels. */
export function sayChanges(
  { before, now }: { before: Values; now: Values },
  labels: Readonly<Record<string, string>>,
  language: Language,
): string[] {
  const written = (value: unknown) => {
    if (typeof value === "number") return value.toLocaleString(locales[language]);
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    const short = cutText(text, longestValue);
    return short === text ? text || clashWords.empty[language] : `${short}…`;
  };
  return Object.entries(labels)
    .map(([name, label]) => [label, written(before[name]), written(now[name])] as const)
    .filter(([, was, is]) => was !== is)
    .map(([label, was, is]) => clashWords.was(label, was, is)[language]);
}

export function clashText({ error }: ClashRefusal, changes: string[]): string {
  return [error, ...changes].join(" · ");
}
