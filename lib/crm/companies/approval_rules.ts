import * as z from "zod";
import * as field from "@/lib/input/fields.ts";

/** When a quotation needs a yes before it is sent, and whose (docs/decisions/0052). */

const meanings = {
  discount_above: "Percent: a line has more off than this.",
  margin_below: "Percent of the net that the lines with a cost leave: less than this.",
  amount_above: "The net is more than this.",
  approver_id: "Whom to ask, a live member; what they send themselves needs no yes.",
};

export const approvalRules = z.object({
  discount_above: z.number().nullable().meta({ description: meanings.discount_above }),
  margin_below: z.number().nullable().meta({ description: meanings.margin_below }),
  amount_above: z.number().nullable().meta({ description: meanings.amount_above }),
  approver_id: z.int().nullable().meta({ description: meanings.approver_id }),
}).meta({ id: "ApprovalRules" });
export type ApprovalRules = z.output<typeof approvalRules>;

/** Any subset. */
export const approvalRulesPatch = z.strictObject({
  discount_above: field.percent.nullable().meta({ description: meanings.discount_above }),
  margin_below: field.percent.nullable().meta({ description: meanings.margin_below }),
  amount_above: field.money.nullable().meta({ description: meanings.amount_above }),
  approver_id: field.id.nullable().meta({ description: meanings.approver_id }),
}).partial().meta({ id: "ApprovalRulesPatch" });
