import { filled, inputWords, type ValuesOf } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * A schema's messages. Zod wants a string before anyone knows who will read it, so a message is a
 * key: the name of a text in lib/words/input.ts, and where that has placeholders, `?` and their
 * values as a query string (application/x-www-form-urlencoded): `blank`, `years?from=1000&to=9900`.
 */

type Key = keyof typeof inputWords;
type Values<K extends Key> = ValuesOf<(typeof inputWords)[K]>;

/** The message that stands for a text, with values for all of its placeholders. */
export function message<K extends Key>(
  key: K,
  ...[values]: keyof Values<K> extends never ? [] : [values: Values<K>]
): string {
  if (!values) return key;
  const pairs = Object.entries<string | number>(values).map(([name, value]) => [name, `${value}`]);
  return `${key}?${new URLSearchParams(pairs)}`;
}

/** The text that a message stands for; one that is no key says itself. */
export function textOfMessage(message: string): Text {
  const [, key = "", query = ""] = /^(\w+)(?:\?(.*))?$/s.exec(message) ?? [];
  if (!Object.hasOwn(inputWords, key)) return { es: message, en: message };
  const text: Text = inputWords[key as Key];
  return query ? filled(text, Object.fromEntries(new URLSearchParams(query))) : text;
}
