import { answerOf, answerText, bare } from "@/lib/phone/inbox/card.ts";
import type { Action } from "@/lib/phone/notification.ts";
import type { OutboxItem } from "@/lib/phone/outbox_item.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

export interface EarlierAnswer {
  action: Action | null;
  reply: string | null;
  respondedAt: string;
  deviceName?: string | null;
  isThisDevice?: boolean;
}

/** The answer that holds in place of a refused one, where the server told of it. */
export function heldInstead(
  { outcome }: OutboxItem,
  fallback: EarlierAnswer | null = null,
): EarlierAnswer | null {
  if (outcome?.code !== "already_answered") return null;
  return (outcome.details.response ?? fallback) as EarlierAnswer | null;
}

/** The notification that took the place of the one that was answered. */
export function newerOf({ outcome }: OutboxItem): { id: string; title: string } | null {
  return (outcome?.details.replacedBy ?? null) as { id: string; title: string } | null;
}

export function refusalText(
  item: OutboxItem,
  earlier: EarlierAnswer | null,
  language: Language,
): string {
  const words = speak(answerWords, language).refused;
  const { code = "", message = "", details = {} } = item.outcome ?? {};
  const what = bare(answerOf(item));
  const { userId } = details as { userId?: string };
  const reasons: Record<string, string> = {
    already_answered: userId
      ? words.others(userId)
      : earlier
      ? words.already_answered(answerText(earlier))
      : words.answered_already,
    notification_expired: words.notification_expired,
    notification_closed: details.status === "cancelled" ? words.withdrawn : words.replaced,
    not_found: words.not_found,
    unauthorized: words.unauthorized,
  };
  const reason = reasons[code];
  return reason ? words.because(what, reason) : `${words.uncounted(what)} ${message}`;
}
