import { useId, useState } from "preact/hooks";
import { Field, FieldError } from "@/components/Field.tsx";
import type { Loss } from "@/lib/panel/board/moves.ts";
import { sentBy } from "@/lib/panel/keys.ts";
import type { useDialog } from "@/lib/panel/use_dialog.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { opportunityWords } from "@/lib/words/panel/opportunities.ts";

interface LossDialogProps {
  dialog: ReturnType<typeof useDialog>;
  language: Language;
  onLose(loss: Loss): void;
}

const other = "other";

/** Asks why an opportunity was lost: six usual reasons, another one in words, and a note. */
export function LossDialog({ dialog, language, onLose }: LossDialogProps) {
  const words = speak(opportunityWords, language).loss;
  const { cancel } = speak(commonWords, language);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const reason = (chosen === other ? text : chosen ?? "").trim();

  function send() {
    if (!reason) return setMissing(true);
    dialog.close();
    onLose({ lost_reason: reason, lost_note: note.trim() || null });
    setChosen(null);
    setText("");
    setNote("");
  }

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby={`${id}-title`}>
      <form
        noValidate
        class="space-y-4 p-5"
        {...sentBy(send)}
      >
        <h2 id={`${id}-title`} class="font-semibold">{words.title}</h2>
        <fieldset aria-describedby={isMissing && !reason ? `${id}-missing` : undefined}>
          <legend class="mb-1 text-label font-medium">{words.reason}</legend>
          <div class="grid grid-cols-2 gap-1">
            {[...Object.values(words.suggested), other].map((value) => (
              <label key={value} class="choice loss-reason">
                <input
                  type="radio"
                  class="size-4 shrink-0 accent-accent"
                  name={`${id}-reason`}
                  value={value}
                  checked={chosen === value}
                  onChange={() =>
                    setChosen(value)}
                />
                {value === other ? words.other : value}
              </label>
            ))}
          </div>
          {isMissing && !reason && <FieldError id={`${id}-missing`} text={words.missing} />}
        </fieldset>
        {chosen === other && (
          <Field name="lost_reason" label={words.otherReason}>
            {(control) => (
              <input
                {...control}
                class="control"
                maxLength={120}
                autofocus
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Field
          name="lost_note"
          label={words.note}
          note={commonWords.optional[language]}
        >
          {(control) => (
            <textarea
              {...control}
              class="control"
              rows={2}
              maxLength={2000}
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{cancel}</button>
          <button type="submit" class="button button-primary">{words.button}</button>
        </footer>
      </form>
    </dialog>
  );
}
