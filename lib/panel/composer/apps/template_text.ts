import type { TemplateContent } from "@/lib/db/tables/meta.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

/** Pure: a WhatsApp template, what its places are filled with, and how it will look. */

export interface AppTemplate extends TemplateContent {
  name: string;
  language: string;
  category: string;
}

type Values = Readonly<Record<string, string>>;

/** Values that the page knows, for the person to choose from. */
export function suggestions({ contact, company, member, quote }: FillValues): string[] {
  return [contact, quote?.number ?? null, member, company].filter((one) =>
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

/** First values of the places: by their names; of numbered ones the first is mostly the person. */
export function firstValues({ variables }: AppTemplate, fill: FillValues): Record<string, string> {
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

/** What Meta does not take as a value. */
export function faultOf(value: string): "missing" | "oneLine" | null {
  if (value.trim() === "") return "missing";
  return /[\r\n\t]| {4}/.test(value) ? "oneLine" : null;
}

/** The button that a place belongs to, as `buttons.0.1` names it. */
export function buttonOf({ buttons }: AppTemplate, name: string): string | null {
  const [, at] = /^buttons\.(\d{1,2})\./.exec(name) ?? [];
  return at === undefined ? null : buttons[Number(at)]?.text ?? null;
}
