import { askForSync } from "@/lib/phone/background_sync.ts";
import { listOutbox, type OutboxItem, sendDue, type Sending } from "@/lib/phone/outbox.ts";
import { answerSlot } from "@/lib/phone/shown.ts";
import { readCache } from "@/lib/phone/store.ts";
import { isAppVisible, tellPages } from "@/lib/phone/worker/windows.ts";
import { spokenWords } from "@/lib/phone/worker/language.ts";
import { worker } from "@/lib/phone/worker/scope.ts";

/** Sends what is due; refusals are shown where the app is not open. @returns whether none waits */
export async function sendAnswers(sending: Sending): Promise<boolean> {
  const settled = await sendDue(sending);
  if (settled.length > 0) await tellPages({ kind: "changed" });
  await closeWaiting(settled);
  const refused = settled.filter(({ state }) => state === "refused");
  if (refused.length > 0 && !await isAppVisible()) {
    for (const item of refused) await showRefused(item);
  }
  const isDone = (await listOutbox()).every(({ state }) => state === "sent" || state === "refused");
  if (!isDone) await askForSync(worker.registration);
  return isDone;
}

/** Sends also answers that can be undone, after their time. @throws Error to be called again */
export async function sendAfterUndo(): Promise<void> {
  if (await sendAnswers({ again: true })) return;
  const waiting = (await listOutbox()).filter(({ state }) => state === "waiting");
  const pauseMs = Math.max(0, ...waiting.map(({ sendAt }) => sendAt - Date.now()));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (!await sendAnswers({ again: true })) throw new Error("Some answers are still to be sent");
}

/** A person who pressed a button without a connection hears that it is not lost. */
export async function showWaiting(item: OutboxItem): Promise<void> {
  const { waiting } = await spokenWords();
  await worker.registration.showNotification(waiting.title, {
    body: waiting.body(item.actionLabel ?? item.reply ?? ""),
    silent: true,
    tag: answerSlot(item.id),
    data: { id: item.notificationId, device: item.device, actions: [], slot: answerSlot(item.id) },
  });
}

async function closeWaiting(settled: OutboxItem[]): Promise<void> {
  for (const item of settled) {
    for (const notice of await worker.registration.getNotifications({ tag: answerSlot(item.id) })) {
      notice.close();
    }
  }
}

async function showRefused(item: OutboxItem): Promise<void> {
  const { refused } = await spokenWords();
  const earlier = answerOf(item.outcome?.details.response);
  const why = item.outcome?.code === "already_answered" && earlier
    ? refused.already(earlier)
    : item.outcome?.message ?? "";
  const cached = await readCache(item.device);
  const title = item.title ??
    cached?.notifications.find(({ id }) => id === item.notificationId)?.title;
  await worker.registration.showNotification(refused.title, {
    body: title ? `${title}\n${why}` : why,
    tag: answerSlot(item.id),
    data: { id: item.notificationId, device: item.device, actions: [], slot: answerSlot(item.id) },
  });
}

function answerOf(response: unknown): string | undefined {
  const { action, reply } = (response ?? {}) as {
    action?: { label?: string } | null;
    reply?: string | null;
  };
  return [action?.label, reply].filter(Boolean).join(": ") || undefined;
}
