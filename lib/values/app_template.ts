import type { appWords } from "@/lib/words/app_words.ts";
import type { Spoken } from "@/lib/words/language.ts";

/** Pure: a WhatsApp template, what its places are filled with, and how it will look. */

/** A template as Meta has it. */
export interface TemplateContent {
  format: "positional" | "named";
  /** Text with its variables, or the kind of file that it needs. */
  header: { type: "text" | "image" | "video" | "document"; text: string | null } | null;
  body: string;
  footer: string | null;
  buttons: { type: string; text: string; url: string | null }[];
  /** Names or places, in the order of header, body and buttons. */
  variables: string[];
}

export interface AppTemplate extends TemplateContent {
  name: string;
  language: string;
  category: string;
}

type Values = Readonly<Record<string, string>>;

/** What is known of the person and of who writes. */
export interface TemplateValues {
  contact: string | null;
  company: string;
  member: string;
  quote: { number: string | null } | null;
}

/** Values that are known, for the person to choose from. */
export function suggestions({ contact, company, member, quote }: TemplateValues): string[] {
  return [contact, quote?.number, member, company].filter((one) => !!one).map(String);
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

/** First values of the places: by their names; of numbered ones the first is mostly the person. */
export function firstValues(
  { variables }: AppTemplate,
  fill: TemplateValues,
): Record<string, string> {
  const entries = variables.map((name) => {
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
  return text.replace(/\{\{(\w{1,100})\}\}/g, (place, name: string) => {
    const isPlace = format === "positional" || part.startsWith("buttons");
    return values[isPlace ? `${part}.${name}` : name]?.trim() || place;
  });
}

/** All of it in words, as a person reads it. */
export function wholeText(template: AppTemplate, values: Values): string {
  const { header, body, footer } = template;
  const fill = (text: string, part: string) => filledText(text, template, { values, part });
  return [fill(header?.text ?? "", "header"), fill(body, "body"), footer ?? ""]
    .filter((text) => text !== "").join("\n\n");
}

const longestValue = 1_000;

/** What Meta, or a message of ours, does not take as a value. */
export function faultOf(value: string): "missing" | "tooLong" | "oneLine" | null {
  if (value.trim() === "") return "missing";
  if (value.trim().length > longestValue) return "tooLong";
  return /[\r\n\t\u2028\u2029]| {4}/.test(value) ? "oneLine" : null;
}

/** The button that a place belongs to, as `buttons.0.1` names it. */
function buttonOf({ buttons }: AppTemplate, name: string): string | null {
  const [, at] = /^buttons\.(\d{1,2})\./.exec(name) ?? [];
  return at === undefined ? null : buttons[Number(at)]?.text ?? null;
}

/** A place's name, else its number and where it stands; of a link the button. */
export function labelOf(
  template: AppTemplate,
  name: string,
  words: Spoken<typeof appWords>["template"],
): string {
  const button = buttonOf(template, name);
  if (button !== null) return words.ofButton(button);
  const [part, number] = name.split(".");
  if (template.format === "named" || number === undefined) return words.place(name);
  return words.placeOf(`{{${number}}}`, words.parts[part === "header" ? "header" : "body"]);
}

/** The kind of file that its header needs. */
export function headerFileOf({ header }: TemplateContent): "image" | "video" | "document" | null {
  return header === null || header.type === "text" ? null : header.type;
}
