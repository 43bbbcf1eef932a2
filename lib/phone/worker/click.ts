import { reportMarks } from "@/lib/phone/marks.ts";
import { enqueueAnswer, findAnswer } from "@/lib/phone/outbox.ts";
import type { Action } from "@/lib/phone/notification.ts";
import type { ShownData } from "@/lib/phone/shown.ts";
import { conversationOf } from "@/lib/phone/conversations/send.ts";
import { openCard, openConversation, openInbox } from "@/lib/phone/worker/windows.ts";
import { type NotificationEvent, worker } from "@/lib/phone/worker/scope.ts";
import { sendAnswers, showWaiting } from "@/lib/phone/worker/send_answers.ts";

/** A button answers without opening the app; a tap anywhere else opens the card. */
export async function answerClick({ notification, action }: NotificationEvent): Promise<void> {
  notification.close();
  const data: ShownData | undefined = notification.data ?? undefined;
  const pressed = data?.actions.find(({ id }) => id === action);
  const slot = conversationOf(data?.slot);
  if (slot) await openConversation(slot.device, slot.contactId);
  else if (!data) await worker.clients.openWindow("/phone");
  else if (data.summary) await openInbox();
  else if (!pressed) await openCard(data);
  else await answer(data, pressed, notification.title);
}

async function answer(
  { device, id, expiresAt }: ShownData,
  pressed: Action,
  title: string,
): Promise<void> {
  try {
    const item = await enqueueAnswer({
      device,
      notificationId: id,
      actionId: pressed.id,
      actionLabel: pressed.label,
      title,
      expiresAt,
      undoMs: 0,
    });
    await sendAnswers({ force: true, ids: [item.id] });
  } catch {
    // The browser keeps nothing, so the app has to ask again.
    return await openCard({ device, id, answer: pressed.id });
  }
  const after = await findAnswer(device, id);
  if (after?.state === "waiting") await showWaiting(after);
}

export async function reportDismissed({ notification }: NotificationEvent): Promise<void> {
  const data: ShownData | undefined = notification.data ?? undefined;
  if (!data || data.summary || conversationOf(data.slot)) return;
  await reportMarks(data.device, "dismissed", [data.id]);
}
