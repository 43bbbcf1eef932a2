import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { approvalReasons, approvalStates } from "@/lib/sales/quotes/approval/approval_states.ts";

/** The yes that a quotation needs before it is sent: why, from whom, and how far it has come. */

export const approvalRecord = z.object({
  state: z.enum(approvalStates).meta({
    description: "`needed`: nobody was asked, or it has changed since.",
  }),
  of: field.reference.nullable().meta({
    description: "Who is asked; while it is `needed`, the company's approver.",
  }),
  by: field.reference.nullable().meta({ description: "Who asked or, after that, who decided." }),
  at: z.iso.datetime().nullable().meta({ description: "When they did." }),
  via: z.enum(["phone", "panel"]).nullable().meta({ description: "Where it was decided." }),
  note: z.string().nullable().meta({ description: "What was written along with the decision." }),
  version: z.int().meta({ description: "The quotation's version that it is about." }),
  reasons: z.array(z.enum(approvalReasons)).meta({
    description: "Which of the company's rules ask for it.",
  }),
  discount: z.number().meta({ description: "Percent off the line with the largest." }),
  margin: z.number().nullable().meta({
    description: "Percent of their net that lines with a cost leave; null where none has.",
  }),
}).meta({ id: "SendApproval" });
