import { recordActivities } from "@/lib/records/activities.ts";
import { notifyDecision } from "@/lib/crm/notices/notices.ts";
import { touchOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import { changeRecord, type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { checkCan, quoteBecomes, type QuoteVerb } from "@/lib/sales/quotes/quote.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";

/**
 * A quotation's moves that change nothing but itself. Each locks it first, so that of two at once
 * the second finds the state that the first has left.
 */

/** Takes a sent quotation back to be edited. @throws Problem not_found, invalid_transition */
export function recallQuote(trx: Trx, actor: LocalActor, id: number) {
  return move(trx, actor, id, "recall", { sent_at: null });
}

/**
 * Notes that the client has accepted, also after `valid_until`.
 * @throws Problem not_found, invalid_transition
 */
export function approveQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { name, via, now = new Date() }: { name?: string | null; via: "employee" | "link"; now?: Date },
) {
  const values = { approved_at: now, approved_by_name: name ?? null, approved_via: via };
  return move(trx, actor, id, "approve", values);
}

/** Notes that the client has declined. @throws Problem not_found, invalid_transition */
export function rejectQuote(
  trx: Trx,
  actor: LocalActor,
  id: number,
  { reason, now = new Date() }: { reason?: string | null; now?: Date },
) {
  return move(trx, actor, id, "reject", { rejected_at: now, rejection_reason: reason ?? null });
}

/** Makes a draft of a rejected quotation. @throws Problem not_found, invalid_transition */
export function reopenQuote(trx: Trx, actor: LocalActor, id: number) {
  const values = { sent_at: null, rejected_at: null, rejection_reason: null };
  return move(trx, actor, id, "reopen", values);
}

/** Takes an approval back. @throws Problem not_found, invalid_transition */
export function revokeApproval(trx: Trx, actor: LocalActor, id: number) {
  const values = { approved_at: null, approved_by_name: null, approved_via: null };
  return move(trx, actor, id, "revoke-approval", values);
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
): ReturnType<typeof findQuote> {
  const quote = await lockRecord(trx, "quotes", actor, id);
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
  await touchOpportunity(trx, actor, quote.opportunity_id);
  if (verb === "approve" || verb === "reject") {
    const { approved_by_name: name, rejection_reason: reason } = values;
    await notifyDecision(trx, actor, { verb, quote, name, reason });
  }
  return await findQuote(trx, actor, id);
}
