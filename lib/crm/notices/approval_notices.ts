import type { Trx } from "@/lib/db/connection.ts";
import type { ApprovalRules } from "@/lib/crm/companies/approval_rules.ts";
import { askMember, type Notice, notifyMember, type Reader } from "@/lib/crm/notices/notifying.ts";
import { sentences } from "@/lib/crm/notices/sentences.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import type { Actor } from "@/lib/records/records.ts";
import { approvalNoticeWords } from "@/lib/crm/notices/approval_words.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { speak } from "@/lib/words/language.ts";

/** Notices about approvals of quotations. */

interface Quote {
  id: number;
  number: string;
  client_id: number;
}

type About = Pick<Notice, "companyId" | "kind" | "tag" | "page" | "by">;

function about({ companyId, userId: by }: Actor, { id }: Quote): About {
  const [tag, page] = [`quote:${id}:yes`, `/panel/quotes/${id}`];
  return { companyId, kind: "quote_approval", tag, page, by };
}

interface Asking {
  quote: Quote & { version: number; net_total: number; currency: string; max_discount: number };
  userId: number;
  margin: number | null;
}

/** Asks for approval with two buttons; what is written along is the note. @returns the notification's id */
export async function askForApproval(
  trx: Trx,
  actor: Actor,
  { quote, userId, margin }: Asking,
): Promise<string | null> {
  const client = await nameOfClient(trx, actor, quote);
  const { id: quote_id, version, max_discount } = quote;
  return await askMember(trx, {
    ...about(actor, quote),
    userId,
    priority: "high",
    answer: {
      id: "yes",
      other: "no",
      handler: "quote_yes",
      ref: { quote_id, version },
      allowReply: true,
    },
    words: ({ language, by }: Reader) => {
      const words = speak(approvalNoticeWords, language);
      const amount = formatMoney(quote.net_total, { language, currency: quote.currency });
      return {
        title: words.ask(quote.number),
        body: sentences(
          `${client}: ${amount}`,
          max_discount > 0 && words.discount(formatPercent(max_discount, language)),
          margin !== null && words.margin(formatPercent(margin, language)),
          by && words.askedBy(by),
        ),
        button: words.yes,
        other: words.no,
      };
    },
  });
}

interface Decided {
  quote: Quote;
  userId: number;
  approved: boolean;
  note: string | null;
}

/** Notifies the member who asked of the decision. */
export async function notifyDecision(
  trx: Trx,
  actor: Actor,
  { quote, userId, approved, note }: Decided,
): Promise<void> {
  const client = await nameOfClient(trx, actor, quote);
  await notifyMember(trx, {
    ...about(actor, quote),
    userId,
    type: approved ? "success" : "warning",
    words: ({ language, by }: Reader) => {
      const words = speak(approvalNoticeWords, language);
      return {
        title: approved
          ? words.given(by ?? "", quote.number)
          : words.refused(by ?? "", quote.number),
        body: sentences(client, note && `«${note}»`),
      };
    },
  });
}

/** Tells who asked that it did not leave although it was approved. */
export async function notifyNotSent(
  trx: Trx,
  { companyId }: Actor,
  { quote, userId, why }: { quote: Quote; userId: number; why: Problem },
): Promise<void> {
  await notifyMember(trx, {
    ...about({ companyId, userId: null }, quote),
    userId,
    type: "warning",
    words: ({ language }: Reader) => {
      const words = speak(approvalNoticeWords, language);
      const { fields = {}, sentence = errorWords[why.code] } = why.extras;
      const reasons = Object.values(fields).map((text) => text[language]);
      return {
        title: words.notSent(quote.number),
        body: sentences(
          words.notSentMeans,
          ...(reasons.length > 0 ? reasons : [sentence[language]]),
        ),
      };
    },
  });
}

/** Tells the approver, and the one before, that the company's rules have changed. */
export async function notifyRules(
  trx: Trx,
  { companyId, userId: by }: Actor,
  { was, is, currency }: { was: ApprovalRules; is: ApprovalRules; currency: string },
): Promise<void> {
  const userIds = new Set([was.approver_id, is.approver_id].filter((id) => id !== null));
  for (const userId of userIds) {
    await notifyMember(trx, {
      companyId,
      userId,
      kind: "quote_approval",
      tag: "approval_rules",
      page: "/panel/settings/sales",
      by,
      words: ({ language, by }: Reader) => {
        const words = speak(approvalNoticeWords, language);
        const { discount_above, margin_below, amount_above, approver_id } = is;
        const money = (amount: number) => formatMoney(amount, { language, currency });
        const rules = [
          discount_above !== null && words.discountAbove(formatPercent(discount_above, language)),
          margin_below !== null && words.marginBelow(formatPercent(margin_below, language)),
          amount_above !== null && words.amountAbove(money(amount_above)),
        ].filter(Boolean);
        return {
          title: words.rulesChanged,
          body: sentences(
            ...(rules.length > 0 ? rules : [words.noRules]),
            approver_id === userId ? words.youDecide : words.youNoLonger,
            by && words.changedBy(by),
          ),
        };
      },
    });
  }
}

async function nameOfClient(trx: Trx, { companyId }: Actor, { client_id }: Quote) {
  const { name } = await trx.selectFrom("clients").select("name")
    .where("company_id", "=", companyId).where("id", "=", client_id).executeTakeFirstOrThrow();
  return name;
}
