import { hrefIn } from "@/components/page.ts";
import { variablesIn } from "@/lib/crm/templates/variables.ts";
import { sendingWords } from "@/lib/panel/composer/words/sending_words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Answer to the POST of a message. */
export interface SentMessage {
  id: number;
  contact_id?: number;
  delivery?: { at: string; next_attempt_at: string | null } | null;
}

interface Leaving {
  contactId: number;
  /** The conversation is on another page. */
  isElsewhere: boolean;
  companyId: number;
  language: Language;
  /** Called when the message was cancelled. */
  onBack(): void;
}

/** Error for a text with an unfilled template variable; null without one. */
export function unfilledIn(text: string, language: Language): string | null {
  const [open] = variablesIn(text);
  return open === undefined ? null : sendingWords.unfilled(`{{${open}}}`)[language];
}

/** The newest message that the page shows, for `after` of a call. */
export function newestSeen(): number | undefined {
  const id = document.querySelector<HTMLElement>("[data-seen]")?.dataset.seen;
  return id === undefined ? undefined : Number(id);
}

/** Shows a toast that a message is about to be sent, with an undo until then. */
export function showLeaving(message: SentMessage, leaving: Leaving): void {
  const { contactId, isElsewhere, companyId, language, onBack } = leaving;
  const words = speak(sendingWords, language);
  const { undo, open } = speak(commonWords, language);
  const { at, next_attempt_at: next } = message.delivery!;
  const waitsMs = next === null ? undefined : Date.parse(next) - Date.parse(at);
  const call = {
    path: `contacts/${contactId}/messages/${message.id}/cancel`,
    companyId,
    language,
  };
  showToast({
    text: waitsMs === undefined ? words.onHold : words.leaves(Math.round(waitsMs / 1000)),
    shownMs: waitsMs,
    link: isElsewhere
      ? { label: open, href: hrefIn(companyId, `/panel/contacts/${contactId}`) }
      : undefined,
    undo: {
      label: undo,
      call,
      async run() {
        const back = await runVerb({ path: call.path, done: words.takenBack }, call);
        if (back.ok) onBack();
      },
    },
  });
}
