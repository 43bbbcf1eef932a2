import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** A reply that members write often, with places for what differs. */

export const templateVariables = [
  "contact.name",
  "company.name",
  "member.name",
  "quote.number",
  "quote.link",
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

const body = text({ max: 10_000 }).refine(
  (value) => [...value.matchAll(variable)].every(([, name]) => isKnown(name!)),
  { error: message("unknownVariable", templateVariables.join(", ")) },
).meta({
  description: `The text, with ${templateVariables.map((name) => `\`{{${name}}}\``).join(", ")}.`,
});

const fields = {
  name: nameText({ max: 60 }).meta({
    description: "What it is found by; one of a language has it.",
  }),
  language: field.language.meta({ description: "The language that it is written in." }),
  body,
};

export const templateCreate = z.strictObject(fields).meta({ id: "ReplyTemplateCreate" });
export type TemplateCreate = z.output<typeof templateCreate>;

export const templatePatch = z.strictObject(fields).partial()
  .extend({ version: field.version }).meta({ id: "ReplyTemplatePatch" });
export type TemplatePatch = z.output<typeof templatePatch>;

export const templateRecord = z.object({
  ...field.recordFields,
  name: z.string().meta({ description: "What it is found by." }),
  language: field.language.meta({ description: "The language that it is written in." }),
  body: z.string().meta({ description: "The text, with its variables." }),
}).meta({ id: "ReplyTemplate" });

export const templateQuery = z.strictObject({
  language: field.language.optional().meta({ description: "Only those in this language." }),
});

function isKnown(name: string): name is TemplateVariable {
  return (templateVariables as readonly string[]).includes(name);
}

/**
 * The template's text with values; a variable without one stays, for the member to see. Pure: the
 * composer calls it.
 */
export function fillTemplate(
  body: string,
  values: Partial<Record<TemplateVariable, string | null>>,
): string {
  return body.replace(variable, (whole, name) => (isKnown(name) && values[name]) || whole);
}
