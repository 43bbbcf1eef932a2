import { memberOf } from "@/lib/crm/conversations/reach.ts";
import { approvalNoticeWords } from "@/lib/crm/notices/approval_words.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import type { AnswerHandler } from "@/lib/notify/answering/handlers.ts";
import { decideApproval } from "@/lib/sales/approvals/decide_approval.ts";

/** The question is not open any more: decided elsewhere, taken back, or about an earlier draft. */
const stale = ["not_found", "version_conflict", "invalid_transition"];

/** Takes an approval or refusal from the phone; a late one is refused, since it decides. */
const decide: AnswerHandler = async (trx, { device, record, ref }) => {
  const member = memberOf(device);
  const { quote_id: id, version } = ref as { quote_id: number; version: number };
  const { action, reply: note } = record;
  if (!action) throw problem("unknown_action", { sentence: approvalNoticeWords.chooseOne });
  const decision = { approved: action.id === "yes", note, version };
  try {
    await decideApproval(trx, member, id, decision, { via: "phone" });
  } catch (error) {
    if (!(error instanceof Problem) || !stale.includes(error.code)) throw error;
    throw problem("notification_closed", { details: { status: "cancelled", replacedBy: null } });
  }
};

export const answerForApproval: [string, AnswerHandler] = ["quote_yes", decide];
