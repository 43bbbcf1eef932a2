import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { quoteMessage } from "@/lib/sales/sharing/quote_message.ts";

export const askBody = z.strictObject({
  approver_id: field.id.optional().meta({
    description: "Another live member who is asked; without it the company's approver.",
  }),
  message: quoteMessage.optional().meta({
    description: "Mail that is sent once the quotation is approved.",
  }),
  version: field.version,
}).default({}).meta({ id: "ApprovalQuestion" });
export type AskBody = z.output<typeof askBody>;

/** Limit of a note, the same as of a phone's reply. */
const mostNote = 500;

export const decideBody = z.strictObject({
  approved: z.boolean().meta({ description: "Whether the quotation is approved and may be sent." }),
  note: field.optionalText(mostNote).meta({
    description: "Reason for the member who asked for the approval.",
  }),
  version: field.version,
}).meta({ id: "ApprovalDecision" });
export type DecideBody = z.output<typeof decideBody>;
