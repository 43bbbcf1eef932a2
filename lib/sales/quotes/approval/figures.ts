import type { ApprovalRules } from "@/lib/crm/companies/approval_rules.ts";
import {
  type ApprovalReason,
  approvalReasons,
} from "@/lib/sales/quotes/approval/approval_states.ts";
import { tenThousandths } from "@/lib/input/amounts.ts";
import { type PricedLine, totalsOf } from "@/lib/sales/quotes/totals.ts";

export interface CostedLine extends PricedLine {
  /** Cost of one unit, at most 4 decimals; null where unknown. */
  cost: number | null;
}

/** Total cost of the lines, rounded as prices are; a line without a cost counts as 0. */
export function costOf(
  lines: readonly Pick<CostedLine, "quantity" | "cost">[],
  currency: string,
): number {
  const free = { discount_percent: 0, tax_rate: 0 };
  const priced = lines.map(({ quantity, cost }) => ({ quantity, unit_price: cost ?? 0, ...free }));
  return totalsOf(priced, currency).net_total;
}

/** Totals of a quotation that the approval rules compare with their limits. */
export interface Figures {
  net_total: number;
  cost_total: number;
  costed_net: number;
  max_discount: number;
}

const hundredths = (value: number) => BigInt(Math.round(value * 100));

/** Rules that require approval. Exact: a margin equal to the limit passes. */
export function reasonsOf(figures: Figures, rules: ApprovalRules): ApprovalReason[] {
  const { net_total, cost_total, costed_net, max_discount } = figures;
  const { discount_above, margin_below, amount_above } = rules;
  const holds: Record<ApprovalReason, boolean> = {
    discount: discount_above !== null && max_discount > discount_above,
    margin: margin_below !== null &&
      tenThousandths(costed_net) * hundredths(100 - margin_below) <
        tenThousandths(cost_total) * 10_000n,
    amount: amount_above !== null && net_total > amount_above,
  };
  return approvalReasons.filter((reason) => holds[reason]);
}

export function marginOf(
  { cost_total, costed_net }: Pick<Figures, "cost_total" | "costed_net">,
): number | null {
  if (costed_net === 0) return null;
  return Math.round((costed_net - cost_total) / costed_net * 10_000) / 100;
}
