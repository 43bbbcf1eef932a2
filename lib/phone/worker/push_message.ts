/** Content of a push, and its effect on the screen. Pure. */
import type { Action, NotificationType, Priority } from "@/lib/phone/notification.ts";
import type { ShownData } from "@/lib/phone/shown.ts";
import type { ShowOptions } from "@/lib/phone/worker/scope.ts";

export interface PushMessage {
  title: string;
  body: string;
  lang?: string;
  timestamp?: number;
  unread?: number;
  data: ShownData;
}

const urgentPattern = [300, 150, 300, 150, 600];

/** Reads the Declarative Web Push form. @returns nothing for what is not one of ours */
export function readPush(payload: unknown): PushMessage | undefined {
  const notification = objectOf(objectOf(payload).notification);
  const data = objectOf(notification.data);
  const { id, device } = data;
  if (
    typeof id !== "string" || typeof device !== "string" || typeof notification.title !== "string"
  ) {
    return undefined;
  }
  return {
    title: notification.title,
    body: textOf(notification.body) ?? "",
    lang: textOf(notification.lang),
    timestamp: numberOf(notification.timestamp),
    unread: numberOf(notification.app_badge ?? objectOf(payload).app_badge),
    data: {
      id,
      device,
      type: (textOf(data.type) ?? "info") as NotificationType,
      priority: (textOf(data.priority) ?? "normal") as Priority,
      actions: Array.isArray(data.actions) ? data.actions.filter(isAction) : [],
      expiresAt: textOf(data.expiresAt) ?? null,
      contactId: numberOf(data.contactId) ?? null,
      slot: textOf(notification.tag) || `${device}:${id}`,
      ...(textOf(data.again) ? { again: textOf(data.again) } : {}),
      ...(data.summary === true ? { summary: true } : {}),
    },
  };
}

export function isExpired({ data: { expiresAt } }: PushMessage, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

interface Surroundings {
  /** Number of buttons that the platform shows. */
  maxActions: number;
  /** The open app makes the sound itself. */
  isAppVisible: boolean;
  /** This very notification is to be seen already, and was heard. */
  isShown: boolean;
  icon: string;
  badge: string;
}

/** Options of the system notification: sound, urgency and buttons. */
export function showOptions(
  { body, lang, timestamp, data }: PushMessage,
  { maxActions, isAppVisible, isShown, icon, badge }: Surroundings,
): ShowOptions {
  const silent = data.priority === "low" || isAppVisible;
  const isUrgent = data.priority === "high";
  return {
    body,
    icon,
    badge,
    data,
    tag: data.slot,
    silent,
    requireInteraction: isUrgent,
    // A newer one in the same slot takes the old one's place without a sound unless told.
    renotify: !silent && !isShown,
    actions: data.actions.slice(0, maxActions).map(({ id, label }) => ({
      action: id,
      title: label,
    })),
    ...(lang ? { lang } : {}),
    ...(timestamp ? { timestamp } : {}),
    ...(isUrgent && !silent ? { vibrate: urgentPattern } : {}),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function isAction(value: unknown): value is Action {
  const { id, label } = objectOf(value);
  return typeof id === "string" && typeof label === "string";
}
