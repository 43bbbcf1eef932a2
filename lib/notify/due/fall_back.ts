import { v7 as uuidv7 } from "uuid";
import { answerLinkPrefix } from "@/lib/access/answer_links.ts";
import { digestOf, newSecret } from "@/lib/access/tokens.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { formatMinute } from "@/lib/values/dates.ts";
import { oneLine } from "@/lib/input/input.ts";
import type { Came, Question } from "@/lib/notify/due/question.ts";
import type { Fallbacks } from "@/lib/notify/due/fallbacks.ts";
import { fallbackUser } from "@/lib/notify/sending/asks.ts";
import { fallbackMailWords } from "@/lib/words/phone/fallback_mail.ts";

/** Hands a mail with a link to the company's account. */
export async function fallBack(
  trx: Trx,
  tenant: Tenant,
  question: Question,
  fallbacks: Fallbacks,
): Promise<Came> {
  // Erasure takes an address away.
  if (question.isOver || !question.asks.fallback) return { outcome: "over", reached: 0 };
  if (question.isSeenTo) return { outcome: "not_needed", reached: 0 };
  const { companyId } = tenant;
  const { email } = question.asks.fallback;
  const first = question.recipients.filter(({ escalated_at }) => escalated_at === null);
  const userId = fallbackUser(first.map(({ user_id }) => user_id), email);
  const { name, language, timezone: timeZone } = await trx.selectFrom("companies")
    .select(["name", "language", "timezone"]).where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const from = oneLine(question.sender ?? name);
  const token = newSecret(answerLinkPrefix, 32);
  const url = `${fallbacks.publicUrl}/phone/answer/${token}`;
  const until = question.expires_at
    ? formatMinute(question.expires_at, { language, timeZone })
    : "";
  const words = question.asksForAnswer ? fallbackMailWords.question : fallbackMailWords.notice;
  const isSent = await fallbacks.send(trx, tenant, {
    notificationId: question.id,
    from,
    to: email,
    subject: question.title.replace(/\s+/g, " "),
    text: words(question.body, from, url, until)[language],
  });
  if (!isSent) return { outcome: "failed", reached: 0 };
  await trx.insertInto("answer_links").values({
    id: uuidv7(),
    company_id: companyId,
    notification_id: question.id,
    user_id: userId,
    digest: digestOf(token),
  }).execute();
  return { outcome: "acted", reached: 1 };
}
