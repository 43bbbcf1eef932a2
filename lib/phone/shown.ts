import type { Action, NotificationType, Priority } from "@/lib/phone/notification.ts";
import { readSetting } from "@/lib/phone/store.ts";

export interface ShownData {
  id: string;
  device: string;
  type: NotificationType;
  priority: Priority;
  actions: Action[];
  expiresAt: string | null;
  contactId?: number | null;
  /** Only the newest notification of a slot is visible. */
  slot: string;
  /** The reminder's number, or the end of a snooze. */
  again?: string;
  /** It stands for all that came in quiet hours. */
  summary?: boolean;
}

/** The slot of what is shown of an answer: it waits, or was refused. */
export function answerSlot(answerId: string): string {
  return `relevo-answer ${answerId}`;
}

/** Closes what is shown of notifications that were answered, replaced or opened elsewhere. */
export async function closeShown(isOver: (data: ShownData) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/phone");
  for (const notification of await registration?.getNotifications() ?? []) {
    if (notification.data && isOver(notification.data)) notification.close();
  }
}

/** Puts the unread total of all persons on the app's icon, where the platform has such a badge. */
export async function showBadge(): Promise<void> {
  const readers = await readSetting("readers") ?? {};
  // Pairings of one person are counted once, by the one that is read.
  const unread = Object.entries(await readSetting("unread") ?? {})
    .filter(([device]) => (readers[device] ?? device) === device);
  const total = unread.reduce((sum, [, count]) => sum + count, 0);
  try {
    await (total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.());
  } catch {
    // Not installed, or not allowed: then there is no icon to count on.
  }
}
