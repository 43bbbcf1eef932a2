import { filled, inputWords, type ValuesOf } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Zod's messages are strings, but the language is known only later. So a message is the key of a
 * text in lib/words/input.ts with its placeholders' values: `blank`, `years?from=1000&to=9900`.
 */

type Key = keyof typeof inputWords;
type Values<K extends Key> = ValuesOf<(typeof inputWords)[K]>;

export function message<K extends Key>(
  key: K,
  ...[values]: keyof Values<K> extends never ? [] : [values: Values<K>]
): string {
  if (!values) return key;
  const pairs = Object.entries<string | number>(values).map(([name, value]) => [name, `${value}`]);
  return `${key}?${new URLSearchParams(pairs)}`;
}

/** The text of a message; an unknown key is its own text. */
export function textOfMessage(message: string): Text {
  const [, key = "", query = ""] = /^(\w+)(?:\?(.*))?$/s.exec(message) ?? [];
  if (!Object.hasOwn(inputWords, key)) return { es: message, en: message };
  const text: Text = inputWords[key as Key];
  return query ? filled(text, Object.fromEntries(new URLSearchParams(query))) : text;
}
