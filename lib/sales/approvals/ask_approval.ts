import { askForApproval } from "@/lib/crm/notices/approval_notices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { liveAssignee } from "@/lib/records/links.ts";
import { type LocalActor, lockRecord } from "@/lib/records/records.ts";
import type { AskBody } from "@/lib/sales/approvals/approval_bodies.ts";
import { marginOf } from "@/lib/sales/quotes/approval/figures.ts";
import {
  checkApproval,
  dropQuestions,
  readApproval,
} from "@/lib/sales/quotes/approval/approvals.ts";
import { checkCan } from "@/lib/sales/quotes/quote.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { lockSendable } from "@/lib/sales/sharing/send_by_message.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Asks a colleague whether a draft may be sent as it is now. It has to be ready to leave.
 * @throws Problem not_found, version_conflict, invalid_transition, validation_failed (also `approver_id`)
 */
export async function askApproval(
  trx: Trx,
  actor: LocalActor & { userId: number },
  id: number,
  { approver_id, message, version }: AskBody,
  now = currentTime(),
) {
  const { companyId, userId } = actor;
  const { quote } = await lockSendable(trx, actor, { id, version, message }, now);
  const { rules, state } = await readApproval(trx, quote);
  checkApproval("ask", state);
  const approverId = approver_id ?? rules.approver_id;
  const wrong = await whyNot(trx, actor, approverId);
  if (wrong) throw problem("validation_failed", { fields: { approver_id: wrong } });
  const margin = marginOf(quote);
  const notification_id = await askForApproval(trx, actor, { quote, userId: approverId!, margin });
  const values = {
    version: quote.version,
    state: "asked" as const,
    notification_id,
    asked_of: approverId!,
    asked_by: userId,
    asked_at: now,
    decided_by: null,
    decided_at: null,
    via: null,
    note: null,
    due_at: null,
    message: message ? JSON.stringify(message) : null,
  };
  await trx.insertInto("quote_approvals")
    .values({ company_id: companyId, quote_id: id, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "quote_id"]).doUpdateSet(values))
    .execute();
  await recordActivities(trx, actor, [
    { verb: "approval_asked", subject: { quote_id: id }, clientId: quote.client_id },
  ]);
  return await findQuote(trx, actor, id, now);
}

/** @throws Problem not_found, invalid_transition */
export async function withdrawQuestion(trx: Trx, actor: LocalActor, id: number) {
  const quote = await lockRecord(trx, "quotes", actor, id);
  checkCan("send", quote.status);
  checkApproval("withdraw", (await readApproval(trx, quote)).state);
  await dropQuestions(trx, actor, [id]);
  await recordActivities(trx, actor, [
    { verb: "approval_withdrawn", subject: { quote_id: id }, clientId: quote.client_id },
  ]);
  return await findQuote(trx, actor, id);
}

async function whyNot(
  trx: Trx,
  actor: { companyId: number; userId: number },
  approverId: number | null,
): Promise<Text | null> {
  if (approverId === null) return inputWords.missing;
  if (approverId === actor.userId) return inputWords.somebodyElse;
  return await liveAssignee(trx, actor, approverId) === null ? inputWords.notOurs : null;
}
