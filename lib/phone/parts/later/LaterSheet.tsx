import { LaterChoices } from "@/lib/phone/parts/later/LaterChoices.tsx";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import { callPhone } from "@/lib/phone/api.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { say, serverNow } from "@/lib/phone/page/state.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface LaterSheetProps {
  contactId: number;
  device: string;
  laterAt: string | null;
  language: Language;
  onClose(): void;
  onChange(): void;
}

/** Chooses the time at which a conversation comes back; the server stores it. */
export function LaterSheet(props: LaterSheetProps) {
  const { contactId, device, laterAt, language, onClose, onChange } = props;
  const words = speak(conversationWords, language).later;
  const choose = async (at: Date | null) => {
    onClose();
    const outcome = await callPhone(`conversations/${contactId}/later`, {
      device,
      method: "POST",
      language,
      json: { at: at?.toISOString() ?? null },
    });
    if (!outcome.ok) {
      say(outcome.why === "refused" ? outcome.message : conversationWords.failed[language], true);
    } else {
      const when = at && whenOf(at.toISOString(), serverNow(), language);
      say(when ? words.set(when) : words.cleared);
    }
    onChange();
  };
  return (
    <Sheet title={words.title} onClose={onClose}>
      <p class="soft">{words.text}</p>
      <div class="choices">
        <LaterChoices now={serverNow()} language={language} onChoose={choose} />
        {laterAt && (
          <button type="button" class="button button-plain" onClick={() => choose(null)}>
            {words.clear}
          </button>
        )}
        <button type="button" class="button button-plain" onClick={onClose}>{words.close}</button>
      </div>
    </Sheet>
  );
}
