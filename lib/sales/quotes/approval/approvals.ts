import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { QuoteApprovals, Quotes } from "@/lib/db/tables/sales.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { notifyDecision } from "@/lib/crm/notices/approval_notices.ts";
import { problem } from "@/lib/input/errors.ts";
import { cancelNotification } from "@/lib/notify/sending/notifications.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import type { Actor } from "@/lib/records/records.ts";
import { reasonsOf } from "@/lib/sales/quotes/approval/figures.ts";
import {
  approvalCan,
  type ApprovalState,
  type ApprovalVerb,
  mayApprove,
} from "@/lib/sales/quotes/approval/approval_states.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** The answers of members to "may this be sent?". Callers hold the quotation's lock. */

type Quote = Selectable<Quotes>;

/** Reads the answer to this version of the quotation; one to an earlier version does not count. */
export async function readApproval(trx: Trx, quote: Quote) {
  const { company_id, id, version } = quote;
  const { approval: rules, ...approval } = await trx.selectFrom("companies as c")
    .leftJoin(
      "quote_approvals as a",
      (on) =>
        on.onRef("a.company_id", "=", "c.id").on("a.quote_id", "=", id)
          .on("a.version", "=", version),
    )
    .select("c.approval").selectAll("a")
    .where("c.id", "=", company_id).executeTakeFirstOrThrow();
  const row = approval.quote_id === null ? undefined : approval as Selectable<QuoteApprovals>;
  const reasons = reasonsOf(quote, rules);
  const state: ApprovalState | null = row?.state ?? (reasons.length > 0 ? "needed" : null);
  return { rules, row, reasons, state };
}

type Approval = Awaited<ReturnType<typeof readApproval>>;

/** @throws Problem invalid_transition with the moves that are allowed */
export function checkApproval(verb: ApprovalVerb, state: ApprovalState | null): void {
  if (mayApprove(verb, state)) return;
  const verbs = Object.keys(approvalCan) as ApprovalVerb[];
  const allowed = verbs.filter((one) => mayApprove(one, state));
  throw problem("invalid_transition", { details: { approval: state, allowed } });
}

/** @throws Problem approval_needed */
export async function checkApproved(trx: Trx, { userId }: Actor, quote: Quote): Promise<Approval> {
  const approval = await readApproval(trx, quote);
  const { rules, reasons, state } = approval;
  const isFree = reasons.length === 0 || (userId !== null && userId === rules.approver_id);
  if (isFree || mayApprove("send", state)) return approval;
  throw problem("approval_needed", { details: { approval: { state, reasons } } });
}

/** Questions that are open no more leave every phone. */
export async function dropQuestions(trx: Trx, { companyId }: Tenant, quoteIds: readonly number[]) {
  if (quoteIds.length === 0) return;
  const rows = await trx.deleteFrom("quote_approvals")
    .where("company_id", "=", companyId).where("quote_id", "in", quoteIds)
    .where("state", "=", "asked").returningAll().execute();
  for (const row of rows) await closeQuestion(trx, row);
}

export async function closeQuestion(
  trx: Trx,
  { company_id: companyId, notification_id: id }: Selectable<QuoteApprovals>,
): Promise<void> {
  if (id !== null) await cancelNotification(trx, { companyId }, id, { canBeInternal: true });
}

export interface Decision {
  approved: boolean;
  note: string | null;
  via: "phone" | "panel";
  now: Date;
  /** Whether the decision also sends it, in the approver's name. */
  isSending?: boolean;
}

export async function keepDecision(
  trx: Trx,
  actor: Actor,
  quote: Pick<Quote, "id" | "number" | "client_id">,
  approval: Selectable<QuoteApprovals>,
  { approved, note, via, now, isSending }: Decision,
): Promise<void> {
  const { companyId, userId } = actor;
  const isDue = approved && !isSending;
  await trx.updateTable("quote_approvals").set({
    state: approved ? "given" : "refused",
    decided_by: userId,
    decided_at: now,
    via,
    note,
    due_at: isDue ? now : null,
    ...(isDue ? {} : { message: null }),
  }).where("company_id", "=", companyId).where("quote_id", "=", quote.id).execute();
  await closeQuestion(trx, approval);
  await recordActivities(trx, actor, [{
    verb: approved ? "approval_given" : "approval_refused",
    subject: { quote_id: quote.id },
    clientId: quote.client_id,
    changes: { via: [null, via], ...(note === null ? {} : { note: [null, note] }) },
  }]);
  await notifyDecision(trx, actor, { quote, userId: approval.asked_by, approved, note });
  if (isDue) trx.afterCommit({ kind: "quote_approved", companyId, quoteId: quote.id });
}

/** An approver who sends it themselves has answered. */
export async function answerBySending(
  trx: Trx,
  actor: Actor,
  quote: Quote,
  { row, rules }: Approval,
): Promise<void> {
  if (row?.state !== "asked") return;
  if (actor.userId !== rules.approver_id || actor.userId === row.asked_by) {
    return void await dropQuestions(trx, actor, [quote.id]);
  }
  const decision = { approved: true, note: null, via: "panel", now: currentTime() } as const;
  await keepDecision(trx, actor, quote, row, { ...decision, isSending: true });
}

/** Carries the answer along: moves leave the quotation as it was, and nothing is due then. */
export async function carryAnswer(
  trx: Trx,
  { companyId }: Tenant,
  { id, version }: Quote,
): Promise<void> {
  await trx.updateTable("quote_approvals")
    .set({ version: sql`version + 1`, due_at: null, message: null })
    .where("company_id", "=", companyId).where("quote_id", "=", id)
    .where("version", "=", version).execute();
}
