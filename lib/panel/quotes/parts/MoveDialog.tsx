import { usePage } from "@/components/page.ts";
import { useRef } from "preact/hooks";
import { changedSince } from "@/lib/panel/quotes/message/changed_since.ts";
import { drawnQuote, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { speak } from "@/lib/words/language.ts";
import { questionWords } from "@/lib/panel/quotes/question_words.ts";

/** A move that is asked about first. */
export type AskedMove = keyof typeof questionWords;

interface MoveDialogProps {
  move: AskedMove;
  quote: QuoteNow;
  /** @param version as it was shown when the question was asked */
  onYes(text: string, version: number): Promise<Outcome<unknown> | void>;
  onClose(): void;
}

/** Asks before a quotation's move, and for what is said along with it. */
export function MoveDialog({ move, quote, onYes, onClose }: MoveDialogProps) {
  const { language } = usePage();
  const ask = speak(questionWords, language)[move];
  const latest = useRef(quote);

  /** A clash says what has changed; a second press is to that. */
  async function answer(text: string) {
    const outcome = await onYes(text, latest.current.version);
    if (!outcome || outcome.ok || outcome.why !== "refused") return outcome;
    if (outcome.code !== "version_conflict") return outcome;
    const before = latest.current;
    latest.current = drawnQuote() ?? before;
    const changes = changedSince(before, latest.current, language);
    return { ...outcome, error: [outcome.error, ...changes].join(" · ") };
  }

  return (
    <AskDialog
      title={ask.title}
      text={ask.text}
      button={ask.button}
      field={"field" in ask
        ? {
          label: ask.field,
          maxLength: move === "approve" ? 200 : 2000,
          isLong: move === "reject",
        }
        : undefined}
      onYes={answer}
      onClose={onClose}
    />
  );
}
