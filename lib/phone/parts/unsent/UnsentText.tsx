import { say } from "@/lib/phone/page/state.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface UnsentTextProps {
  id: string;
  /** Empty for a button that was pressed alone. */
  text: string;
  /** Copied in place of an empty text; without it, there is nothing to copy. */
  label?: string | null;
  language: Language;
  onDiscard(): void;
}

/** A text that is not sent, with a way to copy and one to discard it. */
export function UnsentText({ id, text, label, language, onDiscard }: UnsentTextProps) {
  const words = speak(answerWords, language).kept;
  const copied = text || label;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied ?? "");
      say(words.copied);
    } catch {
      say(words.notCopied, true);
    }
  };
  return (
    <div class="reply">
      {text && (
        <>
          <label for={id}>{words.label}</label>
          <textarea id={id} rows={2} dir="auto" readOnly value={text} />
        </>
      )}
      <div class="choices">
        {copied && <button type="button" class="button" onClick={copy}>{words.copy}</button>}
        <button type="button" class="button button-plain" onClick={onDiscard}>
          {words.discard}
        </button>
      </div>
    </div>
  );
}
