import { isClosed } from "@/lib/phone/inbox/card.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";

/** What a phone knows of one pairing's inbox. */
export interface Inbox {
  /** Newest first. Closed ones stay among them until the list is read anew. */
  notifications: PhoneNotification[];
  unread: number;
  /** Where the page of older ones begins; `null` at the end. */
  nextCursor: string | null;
  /** Where the stream goes on. */
  lastEventId: string | null;
  /** When it was read, by this phone's clock. */
  fetchedAt: number;
  /** Read since the app was opened: until then nothing can be answered. */
  isFresh: boolean;
}

/** A notification and the pairing that it came to. */
export interface Entry {
  notification: PhoneNotification;
  pairing: Pairing;
  isFresh: boolean;
}

/** As the server counts: what is answered or dismissed is read. */
export function isUnread(notification: PhoneNotification): boolean {
  const { readAt, answeredAt, dismissedAt } = notification;
  return readAt === null && answeredAt === null && dismissedAt === null && !isClosed(notification);
}

export function unreadOf(inboxes: Record<string, Inbox>): number {
  return Object.values(inboxes).reduce((sum, { unread }) => sum + unread, 0);
}

/** What a change from the stream makes of an inbox. */
export function withChange(inbox: Inbox, changed: PhoneNotification): Inbox {
  const before = inbox.notifications.find(({ id }) => id === changed.id);
  const notifications = before
    ? inbox.notifications.map((one) => one.id === changed.id ? changed : one)
    : inserted(inbox, changed);
  const counted = (one?: PhoneNotification) => one && isUnread(one) ? 1 : 0;
  const unread = Math.max(0, inbox.unread + counted(changed) - counted(before));
  return { ...inbox, notifications, unread };
}

/** Whether the change is of one that lies below what is loaded, so that the count is uncertain. */
export function isBelow({ notifications, nextCursor }: Inbox, changed: PhoneNotification): boolean {
  const last = notifications.at(-1);
  return nextCursor !== null && last !== undefined &&
    !notifications.some(({ id }) => id === changed.id) && changed.createdAt < last.createdAt;
}

function inserted(inbox: Inbox, changed: PhoneNotification): PhoneNotification[] {
  const { notifications } = inbox;
  if (isBelow(inbox, changed)) return notifications;
  const at = notifications.findIndex(({ createdAt }) => createdAt <= changed.createdAt);
  return notifications.toSpliced(at < 0 ? notifications.length : at, 0, changed);
}

/** The inbox with one more page of older ones. */
export function withOlder(
  inbox: Inbox,
  older: PhoneNotification[],
  nextCursor: string | null,
): Inbox {
  const known = new Set(inbox.notifications.map(({ id }) => id));
  const added = older.filter(({ id }) => !known.has(id));
  return { ...inbox, notifications: [...inbox.notifications, ...added], nextCursor };
}

/** Marks some as read, as the server will. */
export function withMarks(
  inbox: Inbox,
  ids: ReadonlySet<string>,
  marked: Partial<Pick<PhoneNotification, "readAt" | "dismissedAt">>,
): Inbox {
  let { unread } = inbox;
  const notifications = inbox.notifications.map((one) => {
    if (!ids.has(one.id)) return one;
    const after = { ...one };
    if (marked.readAt) after.readAt ??= marked.readAt;
    if (marked.dismissedAt) after.dismissedAt ??= marked.dismissedAt;
    if (isUnread(one) && !isUnread(after)) unread -= 1;
    return after;
  });
  return { ...inbox, notifications, unread: Math.max(0, unread) };
}

/**
 * One list of all pairings, newest first. It ends where one of the inboxes is not loaded further:
 * below that, notifications could be missing in between.
 */
export function listed(pairings: Pairing[], inboxes: Record<string, Inbox>): Entry[] {
  const known = pairings.flatMap((pairing) => {
    const inbox = inboxes[pairing.deviceId];
    return inbox ? [{ pairing, inbox }] : [];
  });
  const end = endOf(known.map(({ inbox }) => inbox));
  const seen = new Set<string>();
  return known
    .flatMap(({ pairing, inbox }) =>
      inbox.notifications.map((notification) => ({
        notification,
        pairing,
        isFresh: inbox.isFresh,
      }))
    )
    .filter(({ notification }) => {
      // Two pairings of one person bring the same one twice.
      if (isClosed(notification) || seen.has(notification.id)) return false;
      seen.add(notification.id);
      return notification.createdAt >= end;
    })
    .sort((a, b) => compare(b.notification, a.notification));
}

/** Which pairing's older page comes next in the list of all; `null` where all are at their end. */
export function nextToLoad(inboxes: Record<string, Inbox>): string | null {
  const end = endOf(Object.values(inboxes));
  const found = Object.entries(inboxes).find(([, inbox]) => end !== "" && lowestOf(inbox) === end);
  return found?.[0] ?? null;
}

function endOf(inboxes: Inbox[]): string {
  return inboxes.map(lowestOf).reduce((a, b) => a > b ? a : b, "");
}

/** The instant down to which an inbox is loaded; empty where it is loaded to its end. */
function lowestOf({ notifications, nextCursor }: Inbox): string {
  return nextCursor === null ? "" : notifications.at(-1)?.createdAt ?? "";
}

function compare(a: PhoneNotification, b: PhoneNotification): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The earliest of several places of the stream: from there none of them misses anything. */
export function earliest(places: string[]): string | null {
  const parsed = places.map((place) => {
    const [txid = "0", seq = "0"] = place.split("-");
    return { place, txid: parseInt(txid, 36), seq: parseInt(seq, 36) };
  });
  parsed.sort((a, b) => a.txid - b.txid || a.seq - b.seq);
  return parsed[0]?.place ?? null;
}
