import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** Messages are keys of inputWords with values (`years?[1000,9900]`), spoken later. */

type Key = keyof typeof inputWords;
type Values<K extends Key> = (typeof inputWords)[K] extends (...values: infer Given) => Text ? Given
  : [];

export function message<K extends Key>(key: K, ...values: Values<K>): string {
  return values.length === 0 ? key : `${key}?${JSON.stringify(values)}`;
}

/** An unknown key is its own text. */
export function textOfMessage(message: string): Text {
  const [, key = "", values = "[]"] = /^(\w+)(?:\?(.*))?$/s.exec(message) ?? [];
  if (!Object.hasOwn(inputWords, key)) return { es: message, en: message };
  const text: Text | ((...values: never[]) => Text) = inputWords[key as Key];
  return typeof text === "function" ? text(...JSON.parse(values) as never[]) : text;
}
