import type { Trx } from "@/lib/db/connection.ts";
import { notifyMember, notifyMembers, type Reader } from "@/lib/crm/notices/notifying.ts";
import { sentences } from "@/lib/crm/notices/sentences.ts";
import type { Actor } from "@/lib/records/records.ts";
import { speak } from "@/lib/words/language.ts";
import { noticeWords } from "@/lib/words/notices.ts";

/** Notices of a client's reactions to a quotation. */

interface Decision {
  verb: "approve" | "reject";
  quote: { id: number; number: string; opportunity_id: number };
  name?: string | null;
  reason?: string | null;
}

/** Notifies the opportunity's assignee, unless they recorded the decision themselves. */
export async function notifyDecision(trx: Trx, actor: Actor, decided: Decision): Promise<void> {
  const { verb, quote, name, reason } = decided;
  const { companyId } = actor;
  const opportunity = await trx.selectFrom("opportunities as o")
    .innerJoin(
      "clients as c",
      (join) => join.onRef("c.company_id", "=", "o.company_id").onRef("c.id", "=", "o.client_id"),
    )
    .select(["o.assignee_id", "o.title", "c.name as client"])
    .where("o.company_id", "=", companyId).where("o.id", "=", quote.opportunity_id)
    .executeTakeFirstOrThrow();
  if (opportunity.assignee_id === null) return;
  const approved = verb === "approve";
  await notifyMember(trx, {
    companyId,
    userId: opportunity.assignee_id,
    kind: "quote_decided",
    tag: `quote:${quote.id}`,
    page: `/panel/quotes/${quote.id}`,
    by: actor.userId,
    type: approved ? "success" : "warning",
    words: ({ language, by }) => {
      const words = speak(noticeWords, language);
      return {
        title: approved ? words.quoteApproved(quote.number) : words.quoteRejected(quote.number),
        body: sentences(
          `${opportunity.client}: ${opportunity.title}`,
          approved && name && words.approvedBy(name),
          !approved && reason && words.reason(reason),
          by && words.notedBy(by),
        ),
      };
    },
  });
}

interface QuoteQuestion {
  quote: { id: number; number: string; opportunity_id: number };
  question: string;
}

/** A client's question goes to the opportunity's assignee, else to everybody. */
export async function notifyQuestion(
  trx: Trx,
  { companyId }: Actor,
  { quote, question }: QuoteQuestion,
): Promise<void> {
  const { assignee_id: userId } = await trx.selectFrom("opportunities").select("assignee_id")
    .where("company_id", "=", companyId).where("id", "=", quote.opportunity_id)
    .executeTakeFirstOrThrow();
  const notice = {
    companyId,
    kind: "quote_decided" as const,
    tag: `quote:${quote.id}:asked`,
    page: `/panel/quotes/${quote.id}`,
    words: ({ language }: Reader) => ({
      title: speak(noticeWords, language).quoteAsked(quote.number),
      body: question,
    }),
  };
  if (userId !== null) return await notifyMember(trx, { ...notice, userId });
  await notifyMembers(trx, notice);
}
