import type { AnswerLink } from "@/lib/access/answer_links.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { validate } from "@/lib/input/input.ts";
import { recordAnswer } from "@/lib/notify/answering/answer.ts";
import type { AnswerHandlers } from "@/lib/notify/answering/handlers.ts";
import { answerRequest } from "@/lib/notify/sending/notification.ts";

/** Records an answer like a phone's; an empty text is none. @throws Problem as recordAnswer */
export async function answerByLink(
  trx: Trx,
  { companyId, notificationId, userId }: AnswerLink,
  { reply, ...fields }: Record<string, unknown>,
  handlers: AnswerHandlers,
): Promise<void> {
  const text = typeof reply === "string" ? reply.trim() : reply;
  const answer = validate(answerRequest, { ...fields, ...(text ? { reply: text } : {}) });
  const answerer = { id: null, companyId, userId, memberId: null };
  await recordAnswer(trx, answerer, notificationId, answer, handlers);
}
