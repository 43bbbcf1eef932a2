import { Icon } from "@/components/icons/Icon.tsx";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { type EarlierAnswer, newerOf, refusalText } from "@/lib/phone/inbox/refusal.ts";
import type { OutboxItem } from "@/lib/phone/outbox.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface RefusalProps {
  item: OutboxItem;
  earlier: EarlierAnswer | null;
  language: Language;
  now: number;
  onUnderstood(): void;
}

/** The reason why the server refused an answer, and the answer that holds instead. */
export function Refusal({ item, earlier, language, now, onUnderstood }: RefusalProps) {
  const words = speak(answerWords, language).refused;
  const newer = newerOf(item);
  return (
    <div class="outcome outcome-refused" role="alert">
      <Icon name="circle-alert" class="icon" />
      <div>
        <p class="strong" dir="auto">{refusalText(item, earlier, language)}</p>
        {earlier && <p>{whereOf(earlier)}</p>}
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

  function whereOf({ respondedAt, deviceName, isThisDevice }: EarlierAnswer): string {
    const when = whenOf(respondedAt, now, language);
    if (isThisDevice) return words.here(when);
    return deviceName ? words.where(deviceName, when) : words.elsewhere(when);
  }
}
