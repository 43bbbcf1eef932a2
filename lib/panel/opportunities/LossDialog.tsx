import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field, FieldError } from "@/components/Field.tsx";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { accepted } from "@/lib/panel/save/use_answer.ts";
import type { Loss } from "@/lib/panel/opportunities/moves.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface LossDialogProps {
  /** Apart from that of another such dialog on the page. */
  id: string;
  dialog: Dialog;
  /** The dialog stays until it is done, and says why it was not. */
  onLose(loss: Loss): Promise<Outcome<unknown>> | void;
}

const other = "other";

const noLoss: { chosen: string | null; text: string; note: string } = {
  chosen: null,
  text: "",
  note: "",
};

/** Asks why an opportunity was lost: six usual reasons, another one in words, and a note. */
export function LossDialog({ id, dialog, onLose }: LossDialogProps) {
  const words = useWords(opportunityWords).loss;
  const { optional } = useWords(commonWords);
  const [isMissing, setMissing] = useState(false);
  const form = useForm(noLoss, { beside: [] });
  const { chosen, text, note } = form.values;
  const reason = (chosen === other ? text : chosen ?? "").trim();

  async function answer() {
    if (!reason) return setMissing(true);
    const loss = { lost_reason: reason, lost_note: note.trim() || null };
    if (!await form.send(async () => await onLose(loss) ?? accepted)) return;
    dialog.close();
    form.begin(noLoss);
  }

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={words.title}
      button={words.button}
      isQuestion
      isBusy={form.isBusy}
      failure={form.failure}
      onSend={answer}
    >
      <ReasonChoice
        id={id}
        chosen={chosen}
        isMissing={isMissing && !reason}
        onChoose={(chosen) => form.change({ chosen })}
      />
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
              onInput={(event) => form.change({ text: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field
        name="lost_note"
        id={`${id}-note`}
        label={words.note}
        note={optional}
      >
        {(control) => (
          <textarea
            {...control}
            class="control"
            rows={2}
            data-most={2000}
            dir="auto"
            value={note}
            onInput={(event) => form.change({ note: event.currentTarget.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface ReasonChoiceProps {
  id: string;
  chosen: string | null;
  isMissing: boolean;
  onChoose(value: string): void;
}

function ReasonChoice({ id, chosen, isMissing, onChoose }: ReasonChoiceProps) {
  const { language, companyLanguage } = usePage();
  const words = useWords(opportunityWords).loss;
  // Reports count a reason by its text: it is the same whoever chose it.
  const usual = Object.values(opportunityWords.loss.suggested)
    .map((reason) => ({ value: reason[companyLanguage], label: reason[language] }));
  return (
    <fieldset aria-describedby={isMissing ? `${id}-missing` : undefined}>
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
                onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {isMissing && <FieldError id={`${id}-missing`} text={words.missing} />}
    </fieldset>
  );
}
