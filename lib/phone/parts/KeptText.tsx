import { useState } from "preact/hooks";
import { draftOf, keepDraft } from "@/lib/phone/inbox/drafts.ts";
import { say } from "@/lib/phone/page/state.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface KeptTextProps {
  device: string;
  id: string;
  language: Language;
}

/** Text that can no longer be sent: it stays to be copied until it is thrown away. */
export function KeptText({ device, id, language }: KeptTextProps) {
  const [text, setText] = useState(() => draftOf(device, id));
  const fieldId = `kept-${device}-${id}`;
  const words = speak(answerWords, language).kept;
  if (text === "") return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(words.copied);
    } catch {
      say(words.notCopied, true);
    }
  };
  const discard = () => {
    keepDraft(device, id, "");
    setText("");
  };
  return (
    <div class="reply">
      <label for={fieldId}>{words.label}</label>
      <textarea id={fieldId} rows={2} dir="auto" readOnly value={text} />
      <div class="choices">
        <button type="button" class="button" onClick={copy}>{words.copy}</button>
        <button type="button" class="button button-plain" onClick={discard}>{words.discard}</button>
      </div>
    </div>
  );
}
