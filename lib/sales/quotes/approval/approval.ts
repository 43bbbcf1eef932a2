import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { approvalReasons, approvalStates } from "@/lib/sales/quotes/approval/approval_states.ts";

/** The yes that a quotation needs before it is sent: why, from whom, and how far it has come. */

export const approvalRecord = z.object({
  state: z.enum(approvalStates).meta({
    description: "`needed`: nobody was asked of this version.",
  }),
  of: field.reference.nullable().meta({
    description: "Who is asked, or would be.",
  }),
  by: field.reference.nullable().meta({ description: "Who asked or decided." }),
  at: z.iso.datetime().nullable().meta({ description: "When." }),
  via: z.enum(["phone", "panel"]).nullable().meta({ description: "Where it was decided." }),
  note: z.string().nullable().meta({ description: "Written along." }),
  version: z.int().meta({ description: "The quotation's." }),
  reasons: z.array(z.enum(approvalReasons)).meta({
    description: "Which rules ask for it.",
  }),
  discount: z.number().meta({ description: "Largest percent off a line." }),
  margin: z.number().nullable().meta({
    description: "Percent of the net of lines with a cost.",
  }),
}).meta({ id: "SendApproval" });
