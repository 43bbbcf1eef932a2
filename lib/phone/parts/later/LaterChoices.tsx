import { whenOf } from "@/lib/phone/inbox/days.ts";
import { laterTimes } from "@/lib/phone/later.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";

interface LaterChoicesProps {
  now: number;
  expiresAt?: string | null;
  language: Language;
  onChoose(at: Date): void;
}

/** A button for each time until which something may be snoozed. */
export function LaterChoices({ now, expiresAt, language, onChoose }: LaterChoicesProps) {
  const words = speak(attentionWords, language).later;
  return (
    <>
      {laterTimes(now, expiresAt).map(([name, at]) => (
        <button
          key={name}
          type="button"
          class="button choice"
          onClick={() => onChoose(at)}
        >
          <span>{words[name]}</span>
          <span class="soft">{whenOf(at.toISOString(), now, language)}</span>
        </button>
      ))}
    </>
  );
}
