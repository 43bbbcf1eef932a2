import * as z from "zod";
import { despiteRefusal } from "@/lib/channels/email/refused_address.ts";
import { metaInput } from "@/lib/crm/contacts/conversation/meta_record.ts";
import { messageCc, messageSubject, messageVia } from "@/lib/crm/contacts/message.ts";
import { hasOnlyKnown, templateVariables } from "@/lib/crm/templates/variables.ts";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";
import { message } from "@/lib/input/messages.ts";

/** The message that a quotation leaves by. */

const isFilled = (value: string | null | undefined) => hasOnlyKnown(value ?? "");
const unknown = { error: message("unknownVariable", templateVariables.join(", ")) };

interface Words {
  body?: unknown;
  template?: unknown;
}

function hasWords({ body, template }: Words): boolean {
  return body !== undefined || template !== undefined;
}

export const quoteMessage = z.strictObject({
  via: messageVia,
  to: field.optionalEmail.meta({
    description: "Of a mail: e-mail address; else the client's.",
  }),
  cc: messageCc,
  despite_refusal: despiteRefusal,
  subject: messageSubject.refine(isFilled, unknown).meta({
    description: "Of a mail, with `{{quote.number}}` and the like; else one that names it.",
  }),
  body: text({ max: 10_000 }).refine(isFilled, unknown).optional().meta({
    description: "The text, with `{{quote.link}}` (else the link stands below it) and the other " +
      "variables of reply templates. Needed where there is no `template`.",
  }),
  template: metaInput.template.meta({
    description:
      "Of WhatsApp: an approved template instead of `body`, with a document as its header " +
      "or a variable that is `{{quote.link}}`.",
  }),
  opt_in: metaInput.opt_in,
}).refine(hasWords, {
  path: ["body"],
  error: message("missing"),
  // Said beside what else is wrong.
  when: ({ value }) => typeof value === "object" && value !== null && !hasWords(value),
}).meta({ id: "QuoteMessage" });
export type QuoteMessage = z.output<typeof quoteMessage>;

export const sendBody = z.strictObject({
  version: field.version,
  message: quoteMessage.optional().meta({
    description: "Sends it to the client, with a link and as a PDF; without it nothing leaves.",
  }),
}).default({}).meta({ id: "QuoteSending" });
