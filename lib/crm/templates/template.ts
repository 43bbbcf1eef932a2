import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";
import { hasOnlyKnown, templateVariables } from "@/lib/crm/templates/variables.ts";

/** A reply that members write often, with places for what differs. */

const body = text({ max: 10_000 }).refine(hasOnlyKnown, {
  error: message("unknownVariable", templateVariables.join(", ")),
}).meta({
  description: `The text, with ${templateVariables.map((name) => `\`{{${name}}}\``).join(", ")}.`,
});

const fields = {
  name: nameText({ max: 60 }).meta({
    description: "Name that members find the template by, unique in its language.",
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
  name: z.string().meta({ description: "Name that members find the template by." }),
  language: field.language.meta({ description: "The language that it is written in." }),
  body: z.string().meta({ description: "The text, with its variables." }),
}).meta({ id: "ReplyTemplate" });

export const templateQuery = z.strictObject({
  language: field.language.optional().meta({ description: "Only those in this language." }),
});
