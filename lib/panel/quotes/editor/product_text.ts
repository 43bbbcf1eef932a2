import { withoutEnd } from "@/lib/input/edges.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import type { Language } from "@/lib/words/language.ts";

/** Pure: what a typed text says of a new product. */

export interface ProductText {
  name: string;
  sku?: string;
  /** Net, of one unit. */
  unit_price?: number;
}

const longest = 1_000;
const amount = String.raw`\d[\d.,]*`;
/** Matches an amount with its currency, with cents, or after a sign that it is a price. */
const certain = new RegExp(
  String.raw`(?:^|[\s,;:])(?:[€$£]\s?(${amount})|(${amount})\s?(?:[€$£]|eur(?:os?)?)|` +
    String.raw`(\d{1,3}(?:[.,]\d{3})*[.,]\d{1,2}|\d+[.,]\d{1,2})|` +
    String.raw`(?<=[,;:]\s*|\s[@a]\s|\sat\s)(\d[\d.,]*))$`,
  "iu",
);
/** A number behind another number: "Mesa de roble 180 980" measures 180 and costs 980. */
const second = /(?<=\d\s+)(\d[\d.,]*)$/u;
/** Capitals and digits joined by a sign, or what is said to be a reference. */
const marked = /(?:^|\s)(?:ref|sku)\.?:?\s*([\p{L}\p{N}][\p{L}\p{N}._/-]{0,58})(?=\s|$)/iu;
const codes =
  /(?:^|\s)[[(]?((?=[^\s]*\d)(?=[^\s]*\p{Lu})[\p{Lu}\d]+(?:[-_/][\p{Lu}\d]+)+)[\])]?(?=\s|$)/u;

/** Takes signs and words before a price off the end, where the price was. */
function withoutPreposition(text: string): string {
  for (let near = withoutEnd(text, /[\s,;:@–-]/);;) {
    const shorter = withoutEnd(near.replace(/\s(?:a|at|por|for)$/iu, ""), /[\s,;:@–-]/);
    if (shorter === near) return near;
    near = shorter;
  }
}

/** Name, reference and price in a text such as `MR-180 Mesa de roble 180, 980,00`. */
export function productIn(text: string, language: Language): ProductText {
  let rest = text.trim();
  if (rest.length > longest) return { name: rest };
  const take = (pattern: RegExp) => {
    const match = rest.match(pattern);
    if (!match) return undefined;
    const near = rest.replace(match[0], " ").replace(/\s+/g, " ").replace(/^[\s,;:–-]+/g, "");
    const candidate = withoutPreposition(near);
    // A product is called something: a text of numbers alone is its name.
    if (!/\p{L}/u.test(candidate)) return undefined;
    rest = candidate;
    return match.slice(1).find(Boolean)?.trim();
  };
  const price = take(certain) ?? take(second);
  const value = price === undefined ? undefined : parseDecimal(price, language);
  const sku = take(marked) ?? take(codes);
  return {
    name: rest,
    ...(sku ? { sku } : {}),
    ...(typeof value === "number" ? { unit_price: value } : {}),
  };
}
