import { callPhone } from "@/lib/phone/api.ts";
import type { Action, PhoneNotification } from "@/lib/phone/notification.ts";
import {
  dismissOutcome,
  enqueueAnswer,
  type OutboxItem,
  undoAnswer,
  watchOutbox,
} from "@/lib/phone/outbox.ts";
import { answerOf, bare } from "@/lib/phone/inbox/card.ts";
import { keepDraft } from "@/lib/phone/inbox/drafts.ts";
import { type Entry, withChange } from "@/lib/phone/inbox/inbox.ts";
import { canUndo } from "@/lib/phone/outbox_item.ts";
import {
  announce,
  changeInbox,
  devicesOfPerson,
  otherKey,
  phone,
  say,
} from "@/lib/phone/page/state.ts";
import { answerSlot, closeShown } from "@/lib/phone/shown.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

/** Answer that this browser gave to an entry, by whichever pairing of the person. */
export function answerTo(
  { notification: { id }, pairing }: Pick<Entry, "notification" | "pairing">,
  outbox: OutboxItem[],
): OutboxItem | undefined {
  const devices = devicesOfPerson(pairing.deviceId);
  return outbox.findLast(({ device, notificationId }) =>
    notificationId === id && devices.has(device)
  );
}

export interface AnswerDraft {
  action?: Action;
  reply?: string;
}

export async function answer(
  device: string,
  { id, title, expiresAt }: Pick<PhoneNotification, "id" | "title" | "expiresAt">,
  { action, reply }: AnswerDraft,
): Promise<void> {
  try {
    const stored = await enqueueAnswer({
      device,
      notificationId: id,
      actionId: action?.id,
      actionLabel: action?.label,
      reply,
      title,
      expiresAt,
    });
    // Of two buttons that are pressed at once, the first is the answer.
    const isOwn = stored.actionId === (action?.id ?? null) && stored.reply === (reply ?? null);
    if (isOwn) announce(answerWords.answering(bare(answerOf(stored)), title)[phone.get().language]);
  } catch {
    await answerAtOnce(device, id, { action, reply });
  }
}

/** Answers without the outbox, for browsers that store nothing, as some do in a private window. */
async function answerAtOnce(
  device: string,
  id: string,
  { action, reply }: AnswerDraft,
): Promise<void> {
  const { language } = phone.get();
  const outcome = await callPhone(`notifications/${id}/response`, {
    device,
    method: "POST",
    json: { actionId: action?.id, reply },
    language,
  });
  await readAgain(device, id);
  if (outcome.ok) return say(answerWords.notKept[language]);
  say(outcome.why === "refused" ? outcome.message : answerWords.failed[language], true);
}

export async function undo(item: OutboxItem): Promise<void> {
  const { language } = phone.get();
  const { id, device, notificationId, reply } = item;
  if (!await undoAnswer(id)) return say(answerWords.tooLate[language], true);
  if (reply !== null) keepDraft(device, notificationId, reply);
  say((canUndo(item) ? answerWords.undone : answerWords.withdrawn)[language]);
  await closeShown(({ slot }) => slot === answerSlot(id)).catch(() => {});
}

export function putAside(item: OutboxItem): Promise<void> {
  return dismissOutcome(item.id);
}

/** Follows this browser's answers, whichever tab gave them. */
export function followOutbox(signal: AbortSignal): void {
  const finished = new Set<string>();
  // The list read at the start knows what was settled before.
  let isFirst = true;
  const stop = watchOutbox((outbox) => {
    phone.set({ outbox });
    for (const { id, state, device, notificationId } of outbox) {
      const isSettled = state === "refused" || state === "sent";
      if (isSettled && !finished.has(id) && !isFirst) void readAgain(device, notificationId);
      if (isSettled) finished.add(id);
      else finished.delete(id);
    }
    isFirst = false;
  });
  signal.addEventListener("abort", stop);
}

/** @returns what the server has of the notification */
export async function readAgain(
  device: string,
  id: string,
): Promise<"found" | "missing" | "offline"> {
  const { language } = phone.get();
  const outcome = await callPhone<PhoneNotification>(`notifications/${id}`, { device, language });
  if (!outcome.ok) return outcome.why === "refused" ? "missing" : "offline";
  const isListed = phone.get().inboxes[device]?.notifications.some((one) => one.id === id);
  if (isListed) changeInbox(device, (inbox) => withChange(inbox, outcome.data));
  const { others } = phone.get();
  phone.set({ others: { ...others, [otherKey(device, id)]: outcome.data } });
  return "found";
}
