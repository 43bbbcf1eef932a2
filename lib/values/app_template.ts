import type { appWords } from "@/lib/words/apps/app_words.ts";
import type { Spoken } from "@/lib/words/language.ts";

/** Pure: a WhatsApp template, what its places are filled with, and how it will look. */

export interface TemplateContent {
  format: "positional" | "named";
  /** Text with its variables, or the kind of file that it needs. */
  header: { type: "text" | "image" | "video" | "document"; text: string | null } | null;
  body: string;
  footer: string | null;
  buttons: { type: string; text: string; url: string | null }[];
  /** Names or places, in the order of header, body and buttons. */
  variables: string[];
  /** What no message can be made of here; rows of before know none. */
  unsupported?: UnsupportedPart | null;
}

export type UnsupportedPart =
  | "code"
  | "carousel"
  | "flow"
  | "place"
  | "catalog"
  | "offer"
  | "other";

export const variablePattern = /\{\{(\w{1,100})\}\}/g;

export interface AppTemplate extends TemplateContent {
  name: string;
  language: string;
  category: string;
}

export type Values = Readonly<Record<string, string>>;

export interface TemplateValues {
  contact: string | null;
  company: string;
  member: string;
  /** Of a draft there is no link yet. */
  quote: { number: string | null; isDraft: boolean } | null;
}

/** In a place: the quotation's link, which is made as the template is sent. */
export const quoteLink = "{{quote.link}}";

export function suggestions({ contact, company, member, quote }: TemplateValues): string[] {
  const link = quote && !quote.isDraft ? quoteLink : null;
  return [contact, quote?.number ?? null, member, company, link].filter((one) =>
    one !== null && one !== ""
  )
    .map(String);
}

const meanings: { pattern: RegExp; value: (fill: TemplateValues) => string | null }[] = [
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
 * quotation's link, where a button leads to such beneath Relevo's `origin`.
 */
export function firstValues(
  template: AppTemplate,
  fill: TemplateValues,
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

export function wholeText(template: AppTemplate, values: Values): string {
  const { header, body, footer } = template;
  const fill = (text: string, part: string) => filledText(text, template, { values, part });
  return [fill(header?.text ?? "", "header"), fill(body, "body"), footer ?? ""]
    .filter((text) => text !== "").join("\n\n");
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

const longestValue = 1_000;

/** What Meta, or a message of ours, does not take as a value. */
export function faultOf(value: string): "missing" | "tooLong" | "oneLine" | null {
  if (value.trim() === "") return "missing";
  if (value.trim().length > longestValue) return "tooLong";
  return /[\r\n\t\u2028\u2029]| {4}/.test(value) ? "oneLine" : null;
}

export function buttonOf({ buttons }: AppTemplate, name: string) {
  const [, at] = /^buttons\.(\d{1,2})\./.exec(name) ?? [];
  return at === undefined ? null : buttons[Number(at)] ?? null;
}

function linkStart(template: AppTemplate, name: string): string | null {
  const url = buttonOf(template, name)?.url;
  return url ? url.split("{{")[0]! : null;
}

/** Whether a quotation can leave by it: as its document, or as a link in one of its places. */
export function whyNotQuote({ header, variables }: AppTemplate): "file" | "noQuote" | null {
  if (header?.type === "image" || header?.type === "video") return "file";
  return header?.type === "document" || variables.length > 0 ? null : "noQuote";
}

export function hasQuote({ header }: AppTemplate, values: Values): boolean {
  return header?.type === "document" ||
    Object.values(values).some((value) => value.trim() === quoteLink);
}

/** A place's name, else its number and where it stands; of a link the button. */
export function labelOf(
  template: AppTemplate,
  name: string,
  words: Spoken<typeof appWords>["template"],
): string {
  const button = buttonOf(template, name);
  if (button !== null) return words.ofButton(button.text);
  const [part, number] = name.split(".");
  if (template.format === "named" || number === undefined) return words.place(name);
  return words.placeOf(`{{${number}}}`, words.parts[part === "header" ? "header" : "body"]);
}

export function headerFileOf({ header }: TemplateContent): "image" | "video" | "document" | null {
  return header === null || header.type === "text" ? null : header.type;
}
