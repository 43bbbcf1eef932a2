import { reportMarks } from "@/lib/phone/marks.ts";
import { showBadge, type ShownData } from "@/lib/phone/shown.ts";
import { changeSetting, readSetting, serverNow } from "@/lib/phone/store.ts";
import { isAppVisible, tellPages } from "@/lib/phone/worker/windows.ts";
import { spokenWords } from "@/lib/phone/worker/language.ts";
import {
  isExpired,
  type PushMessage,
  readPush,
  showOptions,
} from "@/lib/phone/worker/push_message.ts";
import { type PushEvent, worker } from "@/lib/phone/worker/scope.ts";
import { sendAnswers } from "@/lib/phone/worker/send_answers.ts";
import { sendKeptTexts } from "@/lib/phone/worker/send_texts.ts";
import { iconUrl } from "@/lib/phone/worker/shell_cache.ts";
import { soon } from "@/lib/phone/worker/soon.ts";

/** Shows the notification first, also one that has expired: iOS withdraws push from silent apps. */
export async function receivePush(event: PushEvent, build: string): Promise<void> {
  const message = readPush(payloadOf(event));
  if (!message) return await showUnreadable(build);
  const expired = isExpired(message, await soon(serverNow(), Date.now()));
  await (expired ? showExpired(message, build) : show(message, build));
  await closeOlder(message.data, { expired });
  const { id, device } = message.data;
  await countUnread(message);
  await tellPages({ kind: "changed" });
  await sendAnswers({ again: true });
  await sendKeptTexts().catch(() => {});
  if (!expired && !message.data.summary) await reportMarks(device, "delivered", [id]);
}

function payloadOf({ data, notification }: PushEvent): unknown {
  if (!data) return { notification };
  try {
    return data.json();
  } catch {
    return undefined;
  }
}

async function show(message: PushMessage, build: string): Promise<void> {
  const { id, slot, again } = message.data;
  const same = await soon(worker.registration.getNotifications({ tag: slot }), []);
  const { maxActions = 0 } = Notification as { maxActions?: number };
  const options = showOptions(message, {
    maxActions,
    isAppVisible: await isAppVisible(),
    isShown: same.some(({ data }) => data?.id === id && data?.again === again),
    icon: iconUrl(message.data.type, build),
    badge: iconUrl("badge", build),
  });
  await worker.registration.showNotification(message.title, options);
}

async function showExpired({ title, data }: PushMessage, build: string): Promise<void> {
  const { expired } = await spokenWords();
  await worker.registration.showNotification(title, {
    body: expired,
    silent: true,
    tag: "relevo-expired",
    data: { ...data, actions: [], slot: "relevo-expired" } satisfies ShownData,
    badge: iconUrl("badge", build),
  });
}

async function showUnreadable(build: string): Promise<void> {
  const { unreadable: { title, body } } = await spokenWords();
  await worker.registration.showNotification(title, {
    body,
    tag: "relevo-unreadable",
    badge: iconUrl("badge", build),
  });
}

/**
 * Closes older ones of the slot by hand where the platform does not replace by tag; elsewhere that
 * would close the new one.
 */
async function closeOlder({ slot }: ShownData, { expired }: { expired: boolean }): Promise<void> {
  const all = await worker.registration.getNotifications();
  const same = all.filter(({ data }) => data?.slot === slot);
  for (const older of expired ? same : same.slice(0, -1)) older.close();
}

async function countUnread({ unread, data: { device } }: PushMessage): Promise<void> {
  if (unread === undefined) return;
  const reader = (await readSetting("readers"))?.[device] ?? device;
  await changeSetting("unread", (counts) => ({ ...counts, [reader]: unread }));
  await showBadge();
}
