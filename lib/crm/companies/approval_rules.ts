import * as z from "zod";
import * as field from "@/lib/input/fields.ts";

/** Rules for a quotation's approval before it is sent (docs/decisions/0051). */

const meanings = {
  discount_above: "Discount of a line, in percent, above which a quotation needs approval.",
  margin_below: "Margin in percent below which a quotation needs approval.",
  amount_above: "Net total above which a quotation needs approval, in the company's currency.",
  approver_id: "Id of the member who approves; what they send themselves needs no approval.",
};

export const approvalRules = z.object({
  discount_above: z.number().nullable().meta({ description: meanings.discount_above }),
  margin_below: z.number().nullable().meta({ description: meanings.margin_below }),
  amount_above: z.number().nullable().meta({ description: meanings.amount_above }),
  approver_id: z.int().nullable().meta({ description: meanings.approver_id }),
}).meta({ id: "ApprovalRules" });
export type ApprovalRules = z.output<typeof approvalRules>;

/** A subset of the rules. */
export const approvalRulesPatch = z.strictObject({
  discount_above: field.percent.nullable().meta({ description: meanings.discount_above }),
  margin_below: field.percent.nullable().meta({ description: meanings.margin_below }),
  amount_above: field.money.nullable().meta({ description: meanings.amount_above }),
  approver_id: field.id.nullable().meta({ description: meanings.approver_id }),
}).partial().meta({ id: "ApprovalRulesPatch" });
