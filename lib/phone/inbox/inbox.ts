import { isClosed } from "@/lib/phone/inbox/card.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { type Pairing, personOf } from "@/lib/phone/pairing.ts";

export interface Inbox {
  /** Newest first. Closed ones stay among them until the list is read anew. */
  notifications: PhoneNotification[];
  unread: number;
  nextCursor: string | null;
  lastEventId: string | null;
  fetchedAt: number;
  /** Read since the app was opened: until then nothing can be answered. */
  isFresh: boolean;
}

export interface Entry {
  notification: PhoneNotification;
  pairing: Pairing;
  isFresh: boolean;
}

/** Counts like the server: what is answered, by others too, or dismissed is read. */
export function isUnread(notification: PhoneNotification): boolean {
  const { readAt, answeredAt, answeredBy, dismissedAt } = notification;
  return readAt === null && answeredAt === null && !answeredBy && dismissedAt === null &&
    !isClosed(notification);
}

export function unreadOf(inboxes: Record<string, Inbox>): number {
  return Object.values(inboxes).reduce((sum, { unread }) => sum + unread, 0);
}

/** The inbox after a change from the stream. */
export function withChange(inbox: Inbox, changed: PhoneNotification): Inbox {
  const before = inbox.notifications.find(({ id }) => id === changed.id);
  const notifications = before
    ? inbox.notifications.map((one) => one.id === changed.id ? changed : one)
    : inserted(inbox, changed);
  const counted = (one?: PhoneNotification) => one && isUnread(one) ? 1 : 0;
  const unread = Math.max(0, inbox.unread + counted(changed) - counted(before));
  return { ...inbox, notifications, unread };
}

/** Reports whether it lies below what is loaded, so that the count is uncertain. */
export function isBelow(inbox: Inbox, changed: PhoneNotification): boolean {
  return changed.createdAt < lowestOf(inbox) &&
    !inbox.notifications.some(({ id }) => id === changed.id);
}

function inserted(inbox: Inbox, changed: PhoneNotification): PhoneNotification[] {
  const { notifications } = inbox;
  if (isBelow(inbox, changed)) return notifications;
  const at = notifications.findIndex(({ createdAt }) => createdAt <= changed.createdAt);
  return notifications.toSpliced(at < 0 ? notifications.length : at, 0, changed);
}

export function withOlder(
  inbox: Inbox,
  older: PhoneNotification[],
  nextCursor: string | null,
): Inbox {
  const ids = new Set(inbox.notifications.map(({ id }) => id));
  const added = older.filter(({ id }) => !ids.has(id));
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

interface ListOptions {
  removed: ReadonlySet<string>;
  /** Reports whether a closed one stays, because of what became of its answer. */
  isHeld(entry: Entry): boolean;
}

/** Several inboxes as one list, newest first, down to where one of them is not loaded further. */
export function listed(
  pairings: Pairing[],
  inboxes: Record<string, Inbox>,
  { removed = new Set(), isHeld = () => false }: Partial<ListOptions> = {},
): Entry[] {
  const end = endOf(pairings.flatMap(({ deviceId }) => inboxes[deviceId] ?? []));
  return allEntries(pairings, inboxes)
    .filter((entry) => !isClosed(entry.notification) || isHeld(entry))
    .filter((entry) => entry.notification.createdAt >= end && !removed.has(entryKey(entry)))
    .sort((a, b) => compare(b.notification, a.notification));
}

/** All that is loaded, also what was replaced or cancelled since. */
export function allEntries(pairings: Pairing[], inboxes: Record<string, Inbox>): Entry[] {
  return pairings.flatMap((pairing) => {
    const { notifications = [], isFresh = false } = inboxes[pairing.deviceId] ?? {};
    return notifications.map((notification) => ({ notification, pairing, isFresh }));
  });
}

/** Key of an entry, unique also where two users of a company got the same one. */
export function entryKey({ notification, pairing }: Pick<Entry, "notification" | "pairing">) {
  return `${personOf(pairing)}:${notification.id}`;
}

/** Pairing whose older page comes next in the list of all; `null` where all are at their end. */
export function nextToLoad(inboxes: Record<string, Inbox>): string | null {
  const end = endOf(Object.values(inboxes));
  const lowest = Object.entries(inboxes).find(([, inbox]) => end !== "" && lowestOf(inbox) === end);
  return lowest?.[0] ?? null;
}

function endOf(inboxes: Inbox[]): string {
  return inboxes.map(lowestOf).reduce((a, b) => a > b ? a : b, "");
}

/**
 * The instant down to which an inbox is loaded; empty where it is loaded to its end. Of those sent
 * at once the last in the server's order need not be the oldest.
 */
function lowestOf({ notifications, nextCursor }: Inbox): string {
  if (nextCursor === null) return "";
  return notifications.map(({ createdAt }) => createdAt)
    .reduce((a, b) => a < b ? a : b, notifications[0]?.createdAt ?? "");
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
