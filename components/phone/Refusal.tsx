import { Icon } from "@/components/Icon.tsx";
import { said } from "@/lib/phone/inbox/card.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import type { Action, PhoneNotification } from "@/lib/phone/notification.ts";
import type { OutboxItem } from "@/lib/phone/outbox.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface RefusalProps {
  item: OutboxItem;
  notification: Pick<PhoneNotification, "response">;
  language: Language;
  now: number;
  onUnderstood(): void;
}

/** The answer that holds, as `already_answered` tells it. */
interface Held {
  action: Action | null;
  reply: string | null;
  respondedAt: string;
  deviceName?: string | null;
  isThisDevice?: boolean;
}

/** Why the server did not take an answer, and what holds instead. */
export function Refusal({ item, notification, language, now, onUnderstood }: RefusalProps) {
  const words = speak(answerWords, language).refused;
  const { code = "", message = "", details = {} } = item.outcome ?? {};
  const held = (details.response ?? notification.response) as Held | null;
  const newer = (details.replacedBy ?? null) as { id: string; title: string } | null;
  const own = said({
    action: item.actionLabel === null ? null : { id: "", label: item.actionLabel },
    reply: item.reply,
  }).replace(/^«(.*)»$/s, "$1");
  return (
    <div class="outcome outcome-refused" role="alert">
      <Icon name="circle-alert" class="icon" />
      <div>
        <p class="strong">
          {code === "already_answered" && held
            ? words.already_answered(said(held))
            : reasonOf(code) ?? message}
        </p>
        {code === "already_answered" && held && <p>{whereOf(held)}</p>}
        <p>{words.yours(own)}</p>
      </div>
      {newer && (
        <button
          type="button"
          class="button"
          onClick={() => goTo({ name: "card", device: item.device, id: newer.id, answer: null })}
        >
          {speak(answerWords, language).showNewer(newer.title)}
        </button>
      )}
      <button type="button" class="button" onClick={onUnderstood}>{words.understood}</button>
    </div>
  );

  function reasonOf(code: string): string | undefined {
    const reasons: Record<string, string> = {
      notification_expired: words.notification_expired,
      notification_closed: details.status === "cancelled" ? words.withdrawn : words.replaced,
      not_found: words.not_found,
      unauthorized: words.unauthorized,
    };
    return reasons[code];
  }

  function whereOf({ respondedAt, deviceName, isThisDevice }: Held): string {
    const when = whenOf(respondedAt, now, language);
    if (isThisDevice) return words.here(when);
    return deviceName ? words.where(deviceName, when) : words.elsewhere(when);
  }
}
