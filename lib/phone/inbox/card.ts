import type { Action, PhoneNotification } from "@/lib/phone/notification.ts";
import { parseUrl } from "@/lib/phone/pairing.ts";
import { canUndo, type OutboxItem } from "@/lib/phone/outbox_item.ts";

export const maxReply = 500;

export function countPoints(text: string): number {
  return [...text].length;
}

/** @param now by the server's clock, in milliseconds */
export function isExpired({ expiresAt, status }: PhoneNotification, now: number): boolean {
  return status === "expired" || (expiresAt !== null && Date.parse(expiresAt) <= now);
}

/** Replaced or cancelled: it is no longer in the inbox. */
export function isClosed({ status }: Pick<PhoneNotification, "status">): boolean {
  return status === "replaced" || status === "cancelled";
}

/** The host of a link as the browser reads it; `null` if it is no web address. */
export function hostOf(url: string | null): string | null {
  const parsed = url === null ? null : parseUrl(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host : null;
}

export interface GivenAnswer {
  action: Action | null;
  reply: string | null;
  respondedAt: string | null;
}

export type Standing =
  | { kind: "plain" }
  | { kind: "open" }
  /** An answer of this phone, which can be taken back until `until` by this phone's clock. */
  | { kind: "waiting"; item: OutboxItem; until: number }
  /** Is being sent; `isQueued`: a try has failed, and it goes out once there is a connection. */
  | { kind: "leaving"; item: OutboxItem; isQueued: boolean }
  | { kind: "refused"; item: OutboxItem }
  | { kind: "answered"; answer: GivenAnswer }
  /** Somebody else's answer closed it for all. */
  | { kind: "others"; who: string }
  | { kind: "expired" }
  | { kind: "closed"; newer: { id: string; title: string } | null };

/** @param now by the server's clock */
export function standingOf(
  notification: PhoneNotification,
  item: OutboxItem | undefined,
  now: number,
): Standing {
  if (item?.state === "refused") {
    if (item.understoodAt === undefined) return { kind: "refused", item };
    item = undefined;
  }
  if (item && canUndo(item)) return { kind: "waiting", item, until: item.sendAt };
  if (item && item.state !== "sent") {
    return { kind: "leaving", item, isQueued: item.state === "waiting" };
  }
  const { actions, allowReply, response, answeredAt, answeredBy, replacedBy } = notification;
  if (response) return { kind: "answered", answer: response };
  if (item) return { kind: "answered", answer: answerOf(item) };
  if (answeredAt) {
    return { kind: "answered", answer: { action: null, reply: null, respondedAt: answeredAt } };
  }
  if (answeredBy) return { kind: "others", who: answeredBy };
  if (isClosed(notification)) return { kind: "closed", newer: replacedBy ?? null };
  if (isExpired(notification, now)) return { kind: "expired" };
  return { kind: actions.length > 0 || allowReply ? "open" : "plain" };
}

export function answerOf({ actionId, actionLabel, reply }: OutboxItem): GivenAnswer {
  const action = actionId === null ? null : { id: actionId, label: actionLabel ?? actionId };
  return { action, reply, respondedAt: null };
}

/** The same where quotation marks stand around it already. */
export function bare(answer: Pick<GivenAnswer, "action" | "reply">): string {
  return answer.action ? answerText(answer) : answer.reply ?? "";
}

/** An answer in one line: the button's label, the text, or both. */
export function answerText(
  { action, reply }: { action?: Action | null; reply?: string | null },
): string {
  return [action?.label, reply && `«${reply}»`].filter(Boolean).join(" · ");
}
