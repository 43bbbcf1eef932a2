import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field, FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import type { Loss } from "@/lib/panel/opportunities/moves.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface LossDialogProps {
  /** Apart from that of another such dialog on the page. */
  id: string;
  dialog: ReturnType<typeof useDialog>;
  /** The dialog stays until it is done, and says why it was not. */
  onLose(loss: Loss): Promise<Outcome<unknown>> | void;
}

const other = "other";

/** Asks why an opportunity was lost: six usual reasons, another one in words, and a note. */
export function LossDialog({ id, dialog, onLose }: LossDialogProps) {
  const { language, companyLanguage } = usePage();
  const words = useWords(opportunityWords).loss;
  // Reports count a reason by its text: it is the same whoever chose it.
  const usual = Object.values(opportunityWords.loss.suggested)
    .map((reason) => ({ value: reason[companyLanguage], label: reason[language] }));
  const { cancel } = useWords(commonWords);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { isBusy, failure, send } = useAnswer(language);
  const reason = (chosen === other ? text : chosen ?? "").trim();

  async function answer() {
    if (!reason) return setMissing(true);
    const loss = { lost_reason: reason, lost_note: note.trim() || null };
    if (!await send(() => onLose(loss))) return;
    dialog.close();
    setChosen(null);
    setText("");
    setNote("");
  }

  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      data-asks=""
      aria-labelledby={`${id}-title`}
      aria-busy={isBusy}
    >
      <form
        noValidate
        class="space-y-4 p-5"
        {...sentBy(answer)}
      >
        <h2 id={`${id}-title`} class="font-semibold">{words.title}</h2>
        <fieldset aria-describedby={isMissing && !reason ? `${id}-missing` : undefined}>
          <legend class="mb-1 text-label font-medium">{words.reason}</legend>
          <div class="grid grid-cols-2 gap-1">
            {[...usual, { value: other, label: words.other }].map(({ value, label }, at) => (
              <label key={value} class="choice loss-reason">
                <input
                  type="radio"
                  class="size-4 shrink-0 accent-accent"
                  name={`${id}-reason`}
                  value={value}
                  autofocus={at === 0}
                  checked={chosen === value}
                  onChange={() =>
                    setChosen(value)}
                />
                {label}
              </label>
            ))}
          </div>
          {isMissing && !reason && <FieldError id={`${id}-missing`} text={words.missing} />}
        </fieldset>
        {chosen === other && (
          <Field name="lost_reason" id={`${id}-reason`} label={words.otherReason}>
            {(control) => (
              <input
                {...control}
                class="control"
                data-most={120}
                dir="auto"
                autofocus
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Field
          name="lost_note"
          id={`${id}-note`}
          label={words.note}
          note={commonWords.optional[language]}
        >
          {(control) => (
            <textarea
              {...control}
              class="control"
              rows={2}
              data-most={2000}
              dir="auto"
              value={note}
              onInput={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{cancel}</button>
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={isBusy ? "true" : undefined}
          >
            {isBusy && <Icon name="loader-circle" class="animate-spin" />}
            {words.button}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
