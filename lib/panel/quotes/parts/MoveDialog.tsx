import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import type { Outcome } from "@/lib/panel/save/call_api.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { questionWords } from "@/lib/panel/quotes/question_words.ts";

/** A move that is asked about first. */
export type AskedMove = keyof typeof questionWords;

interface MoveDialogProps {
  move: AskedMove;
  language: Language;
  onYes(text: string): Promise<Outcome<unknown> | void>;
  onClose(): void;
}

/** Asks before a quotation's move, and for what is said along with it. */
export function MoveDialog({ move, language, onYes, onClose }: MoveDialogProps) {
  const ask = speak(questionWords, language)[move];
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
      language={language}
      onYes={onYes}
      onClose={onClose}
    />
  );
}
