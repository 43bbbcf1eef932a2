import { useEffect, useState } from "preact/hooks";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { sentBy } from "@/lib/panel/frame/keys.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface NoteComposerProps {
  /** The record that the note is about, as the API's body names it: `{ client_id: 7 }`. */
  subject: Record<string, number>;
  companyId: number;
  language: Language;
}

/** Writes a note on a record; what is not sent yet is kept in this browser. */
export function NoteComposer({ subject, companyId, language }: NoteComposerProps) {
  const [body, setBody] = useState("");
  const [isSending, setSending] = useState(false);
  const words = speak(historyWords, language);
  const { save } = speak(commonWords, language);
  const kept = `notes:${Object.entries(subject).join()}`;
  const id = idOf(kept);
  useLeaveGuard(body.trim() !== "");
  useEffect(() => setBody(String(readUnsaved(companyId, kept)?.values.body ?? "")), [kept]);

  function type(text: string) {
    setBody(text);
    if (text.trim() === "") forgetUnsaved(companyId, kept, ["body"]);
    else keepUnsaved(companyId, kept, { values: { body: text }, base: {} });
  }

  async function send() {
    if (isSending || body.trim() === "") return;
    setSending(true);
    const json = { body, ...subject };
    const sent = await runVerb({ path: "notes", json, done: words.noted }, { companyId, language });
    setSending(false);
    if (sent.ok) type("");
  }

  return (
    <form
      class="mb-4"
      {...sentBy(send)}
    >
      <label for={id} class="sr-only">{words.addNote}</label>
      <textarea
        id={id}
        class="control"
        rows={2}
        maxLength={10_000}
        placeholder={words.noteHint}
        value={body}
        disabled={isSending}
        onInput={(event) => type(event.currentTarget.value)}
      />
      {body.trim() !== "" && (
        <p class="mt-2 flex justify-end">
          <button type="submit" class="button button-primary" disabled={isSending}>{save}</button>
        </p>
      )}
    </form>
  );
}
