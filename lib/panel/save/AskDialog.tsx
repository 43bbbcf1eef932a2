import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { accepted, useAnswer } from "@/lib/panel/save/use_answer.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

interface AskDialogProps {
  title: string;
  text: string;
  button: string;
  /** Leaves it as it is, where "Cancel" would be the name of both buttons. */
  dismiss?: string;
  field?: { label: string; maxLength: number; isLong?: boolean };
  /** Does what was asked about; the dialog stays until it is done, and says why it was not. */
  onYes(text: string): Promise<Outcome<unknown> | void>;
  onClose(): void;
}

/** A question before something without a way back. Open while drawn. */
export function AskDialog(
  { title, text, button, dismiss, field, onYes, onClose }: AskDialogProps,
) {
  const [typed, setTyped] = useState("");
  const { isBusy, failure, send } = useAnswer();
  const dialog = useOpenDialog();
  const id = "ask";
  const { optional } = useWords(commonWords);

  async function answer() {
    if (await send(async () => await onYes(typed.trim()) ?? accepted)) dialog.close();
  }

  const control = {
    id: `${id}-field`,
    class: "control",
    "data-most": field?.maxLength,
    dir: "auto" as const,
    value: typed,
    autofocus: true,
    onInput: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={title}
      button={button}
      dismiss={dismiss}
      isQuestion
      hasNoField={!field}
      isBusy={isBusy}
      failure={failure}
      onSend={answer}
      onClose={onClose}
    >
      <p class="text-soft">{text}</p>
      {field && (
        <div>
          <label for={`${id}-field`} class="mb-1 block text-label font-medium">
            {field.label}
            <span class="ml-1.5 font-normal text-soft">{optional}</span>
          </label>
          {field.isLong
            ? <textarea {...control} rows={3} dir="auto" />
            : <input {...control} type="text" dir="auto" />}
        </div>
      )}
    </FormDialog>
  );
}
