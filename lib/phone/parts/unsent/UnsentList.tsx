import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { UnsentText } from "@/lib/phone/parts/unsent/UnsentText.tsx";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { heldInstead, refusalText } from "@/lib/phone/inbox/refusal.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import { offer, type PhoneState } from "@/lib/phone/page/state.ts";
import {
  newerIn,
  refusalOf as whyRefused,
  type SendFile,
  wordsOf,
} from "@/lib/phone/conversations/send.ts";
import { discardUnsent, restoreUnsent } from "@/lib/phone/unsent/kept_unsent.ts";
import { isUncertain, type Unsent } from "@/lib/phone/unsent/unsent.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";
import { unsentWords } from "@/lib/words/phone/unsent.ts";

/** Unsent texts of pairings that have ended, whoever is paired here now. */
export function UnsentList({ state }: { state: PhoneState }) {
  const { unsent, language } = state;
  const words = speak(unsentWords, language);
  const now = useServerNow(30_000);
  return (
    <section aria-labelledby="unsent">
      <h2 class="day" id="unsent">{words.title}</h2>
      <p class="unsent-why">{words.text}</p>
      <ul class="items">
        {unsent.map((row, index) => (
          <Row key={row.id} row={row} fieldId={`unsent-${index}`} language={language} now={now} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  row: Unsent;
  fieldId: string;
  language: Language;
  now: number;
}

function Row({ row, fieldId, language, now }: RowProps) {
  const words = speak(unsentWords, language);
  const { subject, kind, button, text, files } = partsOf(row);
  const refusal = refusalOf(row, language);
  const at = new Date(row.createdAt).toISOString();
  const discard = async () => {
    await discardUnsent(row.id);
    offer(words.discarded, () => void restoreUnsent(row));
  };
  return (
    <li class="my-answer">
      <p class="meta">
        <span>{words.kinds[kind]}</span>
        <time dateTime={at}>{whenOf(at, now, language)}</time>
        {row.from && <span>{row.from}</span>}
      </p>
      <h3 dir="auto">{subject || speak(answerWords, language).mine.untitled}</h3>
      {button && <p class="unsent-button" dir="auto">{words.button(button)}</p>}
      {isUncertain(row) && <p class="soft">{words.uncertain}</p>}
      {refusal && <p class="soft">{refusal}</p>}
      {files.map((file, index) => <SavedFile key={index} file={file} language={language} />)}
      <UnsentText
        id={fieldId}
        text={text}
        label={button}
        language={language}
        onDiscard={discard}
      />
    </li>
  );
}

interface Parts {
  kind: keyof typeof unsentWords.kinds;
  /** Title of the notification, or name of the customer; empty where the phone lacks it. */
  subject: string;
  button: string | null;
  text: string;
  files: SendFile[];
}

function partsOf(row: Unsent): Parts {
  switch (row.kind) {
    case "answer": {
      const { title = "", actionLabel, actionId, reply } = row.item;
      const button = actionLabel ?? actionId;
      return { kind: "answer", subject: title, button, text: reply ?? "", files: [] };
    }
    case "message": {
      const { kind, name, files } = row.send;
      return { kind, subject: name, button: null, text: wordsOf(row.send), files };
    }
    case "draft":
      return { ...row, button: null, files: [] };
  }
}

/** Reason for which it had not been taken before the pairing ended. */
function refusalOf(row: Unsent, language: Language): string | undefined {
  if (row.kind === "draft") return undefined;
  const { state, outcome } = row.kind === "answer" ? row.item : row.send;
  // That is the end of the pairing itself.
  if (outcome?.code === "unauthorized") return undefined;
  if (row.kind === "answer") {
    if (state !== "refused") return undefined;
    return refusalText(row.item, heldInstead(row.item), language);
  }
  const words = speak(conversationWords, language);
  if (state === "moved") return words.moved.title(newerIn(row.send)?.isIn ? row.send.name : null);
  return state === "refused" ? whyRefused(row.send) ?? words.refused : undefined;
}

/** A file of a message, to be saved on the phone. */
function SavedFile({ file, language }: { file: SendFile; language: Language }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file.blob);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file.blob]);
  return (
    <a class="conversation-file" href={url} download={file.name}>
      <Icon name="paperclip" class="icon" />
      <span>{unsentWords.file(file.name)[language]}</span>
    </a>
  );
}
