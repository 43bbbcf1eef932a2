/** Gives answers, and shows what becomes of them. */
import { callPhone } from "@/lib/phone/api.ts";
import type { Action, PhoneNotification } from "@/lib/phone/notification.ts";
import {
  dismissOutcome,
  enqueueAnswer,
  type OutboxItem,
  undoAnswer,
  watchOutbox,
} from "@/lib/phone/outbox.ts";
import { said } from "@/lib/phone/inbox/card.ts";
import { withChange } from "@/lib/phone/inbox/inbox.ts";
import { changeInbox, phone, say } from "@/lib/phone/page/state.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

export interface AnswerDraft {
  action?: Action;
  reply?: string;
}

/** Keeps the answer; it leaves when it cannot be taken back any more. */
export async function answer(
  device: string,
  { id, expiresAt }: Pick<PhoneNotification, "id" | "expiresAt">,
  { action, reply }: AnswerDraft,
): Promise<void> {
  try {
    await enqueueAnswer({
      device,
      notificationId: id,
      actionId: action?.id,
      actionLabel: action?.label,
      reply,
      expiresAt,
    });
    const what = said({ action, reply });
    phone.set({ spoken: answerWords.waiting(what)[phone.get().language] });
  } catch {
    await answerAtOnce(device, id, { action, reply });
  }
}

/** For browsers that keep nothing, as some do in a private window. */
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
  const isUndone = await undoAnswer(item.id);
  if (isUndone && item.reply !== null) keepDraft(item.notificationId, item.reply);
  say((isUndone ? answerWords.undone : answerWords.tooLate)[language], !isUndone);
}

export function putAside(item: OutboxItem): Promise<void> {
  return dismissOutcome(item.id);
}

/** Follows what becomes of this browser's answers, whichever tab gave them. */
export function followOutbox(signal: AbortSignal): void {
  const shown = new Set<string>();
  // What was settled before the start, the list that is read at the start knows.
  let isFirst = true;
  const stop = watchOutbox((outbox) => {
    phone.set({ outbox });
    for (const { id, state, device, notificationId } of outbox) {
      const isSettled = state === "refused" || state === "sent";
      // What holds instead, or what the server has recorded.
      if (isSettled && !shown.has(id) && !isFirst) void readAgain(device, notificationId);
      if (isSettled) shown.add(id);
      else shown.delete(id);
    }
    isFirst = false;
  });
  signal.addEventListener("abort", stop);
}

/** Reads one notification, wherever it stands. @returns what the server said of it */
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
  phone.set({ others: { ...others, [id]: { device, notification: outcome.data } } });
  return "found";
}

const draftKey = (id: string) => `relevo:draft:${id}`;

/** What was written and not sent. It ends with the tab. */
export function draftOf(id: string): string {
  try {
    return sessionStorage.getItem(draftKey(id)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(id: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(draftKey(id));
    else sessionStorage.setItem(draftKey(id), text);
  } catch {
    // Without storage a draft ends with its field.
  }
}
