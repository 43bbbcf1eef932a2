import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { approvalReasons, approvalStates } from "@/lib/sales/quotes/approval/approval_states.ts";

/** Approval that a quotation needs before it is sent: its reasons, approver and state. */

export const approvalRecord = z.object({
  state: z.enum(approvalStates).meta({
    description: "`needed`: nobody was asked of this version.",
  }),
  approver: field.reference.nullable().meta({
    description: "The member who is asked to approve, or would be.",
  }),
  by: field.reference.nullable().meta({ description: "The member who asked or who decided." }),
  at: z.iso.datetime().nullable().meta({ description: "Instant at which they asked or decided." }),
  via: z.enum(["phone", "panel"]).nullable().meta({
    description: "Where it was decided: in the panel or on the phone.",
  }),
  note: z.string().nullable().meta({
    description: "Note that was written beside the question or decision.",
  }),
  version: z.int().meta({ description: "Version of the quotation that the decision is about." }),
  reasons: z.array(z.enum(approvalReasons)).meta({
    description: "The company's rules by which it needs approval.",
  }),
  discount: z.number().meta({ description: "Largest discount of a line, in percent." }),
  margin: z.number().nullable().meta({
    description: "Percent of the net of lines with a cost.",
  }),
}).meta({ id: "SendApproval" });
