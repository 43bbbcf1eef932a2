import { useState } from "preact/hooks";
import { draftOf, keepDraft } from "@/lib/phone/inbox/drafts.ts";
import { UnsentText } from "@/lib/phone/parts/unsent/UnsentText.tsx";
import type { Language } from "@/lib/words/language.ts";

interface KeptTextProps {
  device: string;
  id: string;
  language: Language;
}

/** Text that can no longer be sent: it stays to be copied until it is thrown away. */
export function KeptText({ device, id, language }: KeptTextProps) {
  const [text, setText] = useState(() => draftOf(device, id));
  if (text === "") return null;
  const discard = () => {
    keepDraft(device, id, "");
    setText("");
  };
  return (
    <UnsentText
      id={`kept-${device}-${id}`}
      text={text}
      language={language}
      onDiscard={discard}
    />
  );
}
