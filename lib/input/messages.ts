import { filled, inputWords, type ValuesOf } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Messages are keys of lib/words/input.ts (`years?from=1000`): the language is known only later.
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

/** An unknown key is its own text. */
export function textOfMessage(message: string): Text {
  const [, key = "", query = ""] = /^(\w+)(?:\?(.*))?$/s.exec(message) ?? [];
  if (!Object.hasOwn(inputWords, key)) return { es: message, en: message };
  const text: Text = inputWords[key as Key];
  return query ? filled(text, Object.fromEntries(new URLSearchParams(query))) : text;
}
