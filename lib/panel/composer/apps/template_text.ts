import { variablePattern } from "@/lib/channels/meta/templates/places.ts";
import type { TemplateContent } from "@/lib/db/tables/meta.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

/** Pure: a WhatsApp template, what its places are filled with, and how it will look. */

export interface AppTemplate extends TemplateContent {
  name: string;
  language: string;
  category: string;
}

export type Values = Readonly<Record<string, string>>;

/** In a place: the quotation's link, which is made as the template is sent. */
export const quoteLink = "{{quote.link}}";

/** Values that the page knows, for the person to choose from. */
export function suggestions({ contact, company, member, quote }: FillValues): string[] {
  const link = quote && !quote.isDraft ? quoteLink : null;
  return [contact, quote?.number ?? null, member, company, link].filter((one) =>
    one !== null && one !== ""
  )
    .map(String);
}

const meanings: { pattern: RegExp; value: (fill: FillValues) => string | null }[] = [
  {
    pattern: /quote|order|number|presupuesto|pedido|numero/,
    value: (f) => f.quote?.number ?? null,
  },
  { pattern: /member|agent|employee|asesor|comercial/, value: (f) => f.member },
  { pattern: /company|business|empresa|tienda/, value: (f) => f.company },
  { pattern: /name|customer|client|contact|nombre/, value: (f) => f.contact },
];

/**
 * First values of the places: by their names; of numbered ones the first is mostly the person; the
 * quotation's link, where a button leads to such.
 * @param origin of Relevo, which the links begin with
 */
export function firstValues(
  template: AppTemplate,
  fill: FillValues,
  origin: string,
): Record<string, string> {
  const entries = template.variables.map((name) => {
    const start = linkStart(template, name);
    if (start !== null) {
      const isQuotes = start !== "" && `${origin}/q/`.startsWith(start);
      return [name, isQuotes && fill.quote && !fill.quote.isDraft ? quoteLink : ""];
    }
    const meaning = meanings.find(({ pattern }) => pattern.test(name));
    const value = name === "body.1" ? fill.contact : meaning?.value(fill);
    return [name, value ?? ""];
  });
  return Object.fromEntries(entries);
}

/** The text with its values; a place without one stays as it is written. */
export function filledText(
  text: string,
  { format }: Pick<AppTemplate, "format">,
  { values, part }: { values: Values; part: string },
): string {
  return text.replace(variablePattern, (place, name: string) => {
    const isPlace = format === "positional" || part.startsWith("buttons");
    return values[isPlace ? `${part}.${name}` : name]?.trim() || place;
  });
}

/** Where a button leads; a value may begin as its address does. Null where it leads nowhere. */
export function filledLink(template: AppTemplate, at: number, values: Values): string | null {
  const { url } = template.buttons[at]!;
  if (!url) return null;
  const [start = ""] = url.split("{{");
  const shortened = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      start !== "" && value.startsWith(start) ? value.slice(start.length) : value,
    ]),
  );
  return filledText(url, template, { values: shortened, part: `buttons.${at}` })
    .replace(quoteLink, "…");
}

/** What Meta does not take as a value. */
export function faultOf(value: string): "missing" | "oneLine" | null {
  if (value.trim() === "") return "missing";
  return /[\r\n\t\u2028\u2029]| {4}/.test(value) ? "oneLine" : null;
}

/** The button that a place belongs to, as `buttons.0.1` names it. */
export function buttonOf({ buttons }: AppTemplate, name: string) {
  const [, at] = /^buttons\.(\d{1,2})\./.exec(name) ?? [];
  return at === undefined ? null : buttons[Number(at)] ?? null;
}

/** How the address begins that a place ends. Null of other places. */
function linkStart(template: AppTemplate, name: string): string | null {
  const url = buttonOf(template, name)?.url;
  return url ? url.split("{{")[0]! : null;
}

/** Whether a quotation can leave by it: as its document, or as a link in one of its places. */
export function whyNotQuote({ header, variables }: AppTemplate): "file" | "noQuote" | null {
  if (header?.type === "image" || header?.type === "video") return "file";
  return header?.type === "document" || variables.length > 0 ? null : "noQuote";
}

/** Whether the quotation is in it, as it is filled. */
export function hasQuote({ header }: AppTemplate, values: Values): boolean {
  return header?.type === "document" ||
    Object.values(values).some((value) => value.trim() === quoteLink);
}
