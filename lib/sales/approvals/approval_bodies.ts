import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { quoteMessage } from "@/lib/sales/sharing/quote_message.ts";

/** Bodies of asking for a yes and of giving it. */

export const askBody = z.strictObject({
  of: field.id.optional().meta({
    description: "Id of the member to ask; the company's approver unless given.",
  }),
  message: quoteMessage.optional().meta({
    description: "Leaves on yes, as with `POST …/send`; without it nothing leaves.",
  }),
  version: field.version,
}).default({}).meta({ id: "ApprovalQuestion" });
export type AskBody = z.output<typeof askBody>;

/** As much as a phone's reply may have. */
const mostNote = 500;

export const decideBody = z.strictObject({
  yes: z.boolean().meta({ description: "Whether it may be sent; on yes it is." }),
  note: field.optionalText(mostNote).meta({ description: "For the member who asked." }),
  version: field.version,
}).meta({ id: "ApprovalDecision" });
export type DecideBody = z.output<typeof decideBody>;
