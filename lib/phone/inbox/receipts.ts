/** Tells the server what has come, what was read and what was put aside; in batches. */
import { isClosed } from "@/lib/phone/inbox/card.ts";
import { isUnread, withMarks } from "@/lib/phone/inbox/inbox.ts";
import { type Mark, reportMarks } from "@/lib/phone/marks.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { changeInbox, devicesOfPerson, phone, serverNow } from "@/lib/phone/page/state.ts";
import { closeShown } from "@/lib/phone/shown.ts";

const gatherMs = 600;

const gathered = new Map<Mark, Map<string, Set<string>>>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteReceived(device: string, notifications: PhoneNotification[]): void {
  const ids = notifications
    .filter(({ deliveredAt, status }) => deliveredAt === null && !isClosed({ status }))
    .map(({ id }) => id);
  gather("delivered", device, ids);
}

export function noteRead(device: string, ids: string[]): void {
  mark("read", device, ids);
}

export function noteDismissed(device: string, id: string): void {
  mark("dismissed", device, [id]);
}

/** Everything counts as read up to the newest that is here, also what is not loaded. */
export function readAll(): void {
  for (const [device, { notifications }] of Object.entries(phone.get().inboxes)) {
    const [newest] = notifications;
    if (!newest) continue;
    noteRead(device, notifications.filter(isUnread).map(({ id }) => id));
    gather("readThrough", device, [newest.id]);
    changeInbox(device, (inbox) => ({ ...inbox, unread: 0 }));
    void closeShown((notice) => notice.device === device).catch(() => {});
  }
}

function mark(kind: "read" | "dismissed", device: string, ids: string[]): void {
  if (ids.length === 0) return;
  const now = new Date(serverNow()).toISOString();
  const marked = kind === "read" ? { readAt: now } : { dismissedAt: now };
  const idSet = new Set(ids);
  changeInbox(device, (inbox) => withMarks(inbox, idSet, marked));
  gather(kind, device, ids);
  // Seen notifications are no news on the lock screen.
  const devices = devicesOfPerson(device);
  void closeShown((notice) => idSet.has(notice.id) && devices.has(notice.device)).catch(() => {});
}

function gather(kind: Mark, device: string, ids: string[]): void {
  if (ids.length === 0) return;
  const byDevice = gathered.get(kind) ?? new Map<string, Set<string>>();
  gathered.set(kind, byDevice);
  byDevice.set(device, new Set([...byDevice.get(device) ?? [], ...ids]));
  timer ??= setTimeout(flush, gatherMs);
}

/** Sends what is gathered; a page that goes away must not wait. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [kind, byDevice] of gathered) {
    for (const [device, ids] of byDevice) void reportMarks(device, kind, [...ids]);
  }
  gathered.clear();
}
