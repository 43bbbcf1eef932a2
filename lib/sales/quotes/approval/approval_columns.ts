import { type RawBuilder, sql } from "kysely";
import { personIn } from "@/lib/access/people.ts";
import type { ApprovalRules } from "@/lib/crm/companies/approval_rules.ts";
import type { Reference } from "@/lib/records/joins.ts";
import { type Figures, marginOf, reasonsOf } from "@/lib/sales/quotes/approval/figures.ts";
import type { ApprovalState } from "@/lib/sales/quotes/approval/approval_states.ts";
import type { QuoteStatus } from "@/lib/sales/quotes/quote_states.ts";

interface Columns {
  rules: ApprovalRules;
  approver: Reference | null;
  answer: {
    state: Exclude<ApprovalState, "needed">;
    approver: Reference;
    asked_by: Reference;
    asked_at: string;
    decided_by: Reference | null;
    decided_at: string | null;
    via: "phone" | "panel" | null;
    note: string | null;
  } | null;
}

/** Columns of the quotation `t`'s approval. */
export const approvalColumns = sql<Columns>`(
  select json_build_object('rules', c.approval,
    'approver', (select ${personIn("boss", "user_id")} from user_companies boss
      where boss.company_id = c.id and boss.user_id = (c.approval->>'approver_id')::int
        and boss.disabled_at is null),
    'answer', (select json_build_object('state', a.state, 'approver', ${personIn("a", "asked_of")},
        'asked_by', ${personIn("a", "asked_by")}, 'asked_at', a.asked_at,
        'decided_by', ${personIn("a", "decided_by")}, 'decided_at', a.decided_at,
        'via', a.via, 'note', a.note)
      from quote_approvals a where a.company_id = t.company_id and a.quote_id = t.id
        and a.version = t.version))
  from companies c where c.id = t.company_id)`;

export function toApproval(
  row: Figures & { status: QuoteStatus; version: number },
  { rules, approver, answer }: Columns,
) {
  const reasons = reasonsOf(row, rules);
  const figures = {
    version: row.version,
    reasons,
    discount: row.max_discount,
    margin: marginOf(row),
  };
  if (answer && (row.status === "draft" || answer.state === "given")) {
    const { state, approver, asked_by, asked_at, decided_by, decided_at, via, note } = answer;
    const at = new Date(decided_at ?? asked_at);
    return { state, approver, by: decided_by ?? asked_by, at, via, note, ...figures };
  }
  if (row.status !== "draft" || reasons.length === 0) return null;
  return { state: "needed" as const, approver, ...nobody, ...figures };
}

const nobody = { by: null, at: null, via: null, note: null };

const bound = (name: keyof ApprovalRules) => sql`(c.approval->>${sql.lit(name)})::numeric`;

/** Whether the quotation `t` is in one of these states: `toApproval` as SQL. */
export function isApproval(states: readonly ApprovalState[]): RawBuilder<boolean> {
  const answered = (condition: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from quote_approvals a where a.company_id = t.company_id
      and a.quote_id = t.id and a.version = t.version and ${condition})`;
  const each = states.map((state) =>
    state === "needed"
      ? sql<boolean>`(t.status = 'draft' and not ${answered(sql<boolean>`true`)}
          and exists (select from companies c where c.id = t.company_id and (
            t.max_discount > ${bound("discount_above")} or t.net_total > ${bound("amount_above")}
            or t.costed_net * (100 - ${bound("margin_below")}) < t.cost_total * 100)))`
      : state === "given"
      ? answered(sql<boolean>`a.state = 'given'`)
      : sql<boolean>`(t.status = 'draft' and ${answered(sql<boolean>`a.state = ${state}`)})`
  );
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Whether the quotation `t` waits for the approval of one of these members. */
export function isAwaitingApproval(
  approvers: readonly ("me" | number)[],
  { userId }: { userId: number },
): RawBuilder<boolean> {
  const ids = approvers.map((one) => one === "me" ? userId : one);
  return sql<boolean>`(t.status = 'draft' and t.id in (
    select a.quote_id from quote_approvals a where a.company_id = t.company_id
      and a.state = 'asked' and a.version = t.version and a.asked_of = any (${ids}::integer[])))`;
}
