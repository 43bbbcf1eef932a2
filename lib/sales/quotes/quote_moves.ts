import { recordActivities } from "@/lib/records/activities.ts";
import { notifyDecision } from "@/lib/crm/notices/quote_notices.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { carryAnswer } from "@/lib/sales/quotes/approval/approvals.ts";
import { checkCan, quoteBecomes, type QuoteVerb } from "@/lib/sales/quotes/quote.ts";
import { takeBackMessages } from "@/lib/sales/quotes/quote_mails.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import type { Seen } from "@/lib/input/fields.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/**
 * Moves that change nothing but the quotation. Each locks it, so a second one sees the new state.
 * All throw Problem not_found, version_conflict, invalid_transition.
 */

/** Recalls a quotation, and cancels messages with its link that nobody has tried to deliver yet. */
export async function recallQuote(trx: Trx, actor: LocalActor, id: number, versions: Seen = {}) {
  const quote = await move(trx, actor, id, "recall", { sent_at: null }, versions);
  return await takeBackMessages(trx, actor, id) ? await findQuote(trx, actor, id) : quote;
}

/** Notes that the client has accepted, also after `valid_until`. */
export function approveQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { name, via, version, now = currentTime() }: Seen & {
    name?: string | null;
    via: "employee" | "link";
    now?: Date;
  },
) {
  const values = { approved_at: now, approved_by_name: name ?? null, approved_via: via };
  return move(trx, actor, id, "approve", values, { version });
}

export function rejectQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { reason, version, now = currentTime() }: Seen & { reason?: string | null; now?: Date },
) {
  const values = { rejected_at: now, rejection_reason: reason ?? null };
  return move(trx, actor, id, "reject", values, { version });
}

export function reopenQuote(trx: Trx, actor: LocalActor, id: number, versions: Seen = {}) {
  const values = { sent_at: null, rejected_at: null, rejection_reason: null };
  return move(trx, actor, id, "reopen", values, versions);
}

export function revokeApproval(trx: Trx, actor: LocalActor, id: number, versions: Seen = {}) {
  const values = { approved_at: null, approved_by_name: null, approved_via: null };
  return move(trx, actor, id, "revoke-approval", values, versions);
}

const happened: Partial<Record<QuoteVerb, string>> = {
  recall: "recalled",
  approve: "approved",
  reject: "rejected",
  reopen: "reopened",
  "revoke-approval": "approval_revoked",
};

type Values = Parameters<typeof changeRecord<"quotes">>[4];

async function move(
  trx: Trx,
  actor: LocalActor,
  id: number,
  verb: QuoteVerb,
  values: Values,
  { version }: Seen,
): ReturnType<typeof findQuote> {
  const quote = await lockRecord(trx, "quotes", actor, id, { version });
  checkCan(verb, quote.status);
  const { changes } = await changeRecord(trx, "quotes", actor, quote, {
    status: quoteBecomes[verb],
    ...values,
  });
  await recordActivities(trx, actor, [{
    verb: happened[verb]!,
    subject: { quote_id: id },
    clientId: quote.client_id,
    changes,
    by: actor.userId === null ? "public" : undefined,
  }]);
  await carryAnswer(trx, actor, quote);
  await touchOpportunity(trx, actor, quote.opportunity_id);
  if (verb === "approve" || verb === "reject") {
    const { approved_by_name: name, rejection_reason: reason } = values;
    await notifyDecision(trx, actor, { verb, quote, name, reason });
  }
  return await findQuote(trx, actor, id);
}
