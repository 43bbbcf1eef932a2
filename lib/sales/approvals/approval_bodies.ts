import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { quoteMessage } from "@/lib/sales/sharing/quote_message.ts";

export const askBody = z.strictObject({
  of: field.id.optional().meta({
    description: "Another live member; else the approver.",
  }),
  message: quoteMessage.optional().meta({
    description: "Leaves on yes.",
  }),
  version: field.version,
}).default({}).meta({ id: "ApprovalQuestion" });
export type AskBody = z.output<typeof askBody>;

/** As much as a phone's reply may have. */
const mostNote = 500;

export const decideBody = z.strictObject({
  yes: z.boolean().meta({ description: "Whether it is sent." }),
  note: field.optionalText(mostNote).meta({ description: "For who asked." }),
  version: field.version,
}).meta({ id: "ApprovalDecision" });
export type DecideBody = z.output<typeof decideBody>;
