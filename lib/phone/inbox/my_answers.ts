import { answerTo } from "@/lib/phone/inbox/answering.ts";
import { answerOf, type GivenAnswer } from "@/lib/phone/inbox/card.ts";
import type { Entry } from "@/lib/phone/inbox/inbox.ts";
import type { OutboxItem } from "@/lib/phone/outbox_item.ts";

export interface MyAnswer {
  key: string;
  device: string;
  notificationId: string;
  /** Empty where only an older build kept it. */
  title: string;
  answer: GivenAnswer;
  at: number;
  item?: OutboxItem;
}

export interface MyAnswers {
  /** The server did not take them, seen or not. */
  uncounted: MyAnswer[];
  waiting: MyAnswer[];
  sent: MyAnswer[];
}

/** All answers that this browser knows of, each sort newest first. */
export function myAnswers(outbox: OutboxItem[], entries: Entry[]): MyAnswers {
  const own = outbox.map((item): MyAnswer & { item: OutboxItem } => ({
    key: item.id,
    device: item.device,
    notificationId: item.notificationId,
    title: item.title ?? entries.find((entry) => isOf(entry, item))?.notification.title ?? "",
    answer: answerOf(item),
    at: item.createdAt,
    item,
  }));
  const elsewhere = entries.flatMap((entry): MyAnswer[] => {
    const { notification: { id, title, response }, pairing: { deviceId } } = entry;
    // A refused one of this browser stands beside the answer that holds.
    if (!response || answerTo(entry, outbox)?.state === "sent") return [];
    const at = Date.parse(response.respondedAt);
    return [{
      key: `${deviceId}:${id}:held`,
      device: deviceId,
      notificationId: id,
      title,
      answer: response,
      at,
    }];
  });
  const of = (...states: OutboxItem["state"][]) =>
    own.filter(({ item }) => states.includes(item.state));
  return {
    uncounted: newestFirst(of("refused")),
    waiting: newestFirst(of("waiting", "sending")),
    sent: newestFirst([...of("sent"), ...elsewhere]),
  };
}

export function isUncounted({ state, understoodAt }: OutboxItem): boolean {
  return state === "refused" && understoodAt === undefined;
}

function isOf({ notification, pairing }: Entry, item: OutboxItem): boolean {
  return notification.id === item.notificationId && pairing.deviceId === item.device;
}

function newestFirst(answers: MyAnswer[]): MyAnswer[] {
  return answers.toSorted((a, b) => b.at - a.at);
}
