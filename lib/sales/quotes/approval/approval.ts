import * as z from "zod";
import type { ApprovalRules } from "@/lib/crm/companies/approval_rules.ts";
import * as field from "@/lib/input/fields.ts";
import {
  type ApprovalReason,
  approvalReasons,
  approvalStates,
} from "@/lib/sales/quotes/approval/approval_states.ts";

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

/** Sums of a quotation that the rules look at. */
export interface Figures {
  net_total: number;
  cost_total: number;
  costed_net: number;
  max_discount: number;
}

const hundredths = (value: number) => BigInt(Math.round(value * 100));

/** Which rules ask for a yes. Exact: a margin of just the bound is none too small. */
export function reasonsOf(figures: Figures, rules: ApprovalRules): ApprovalReason[] {
  const { net_total, cost_total, costed_net, max_discount } = figures;
  const { discount_above, margin_below, amount_above } = rules;
  const holds: Record<ApprovalReason, boolean> = {
    discount: discount_above !== null && max_discount > discount_above,
    margin: margin_below !== null &&
      hundredths(costed_net) * hundredths(100 - margin_below) < hundredths(cost_total) * 10_000n,
    amount: amount_above !== null && net_total > amount_above,
  };
  return approvalReasons.filter((reason) => holds[reason]);
}

export function marginOf({ cost_total, costed_net }: Figures): number | null {
  if (costed_net === 0) return null;
  return Math.round((costed_net - cost_total) / costed_net * 10_000) / 100;
}
