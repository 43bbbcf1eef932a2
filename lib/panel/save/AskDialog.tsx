import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
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
  const { language } = usePage();
  const [typed, setTyped] = useState("");
  const { isBusy, failure, send } = useAnswer(language);
  const dialog = useDialog();
  const id = "ask";
  const words = useWords(commonWords);
  useEffect(() => dialog.open(), []);

  async function answer() {
    if (await send(() => onYes(typed.trim()))) dialog.close();
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
    <dialog
      ref={dialog.ref}
      class="dialog"
      data-asks=""
      aria-labelledby={`${id}-title`}
      aria-busy={isBusy}
      onClose={onClose}
    >
      <form
        class="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          answer();
        }}
      >
        <h2 id={`${id}-title`} class="font-semibold">{title}</h2>
        <p class="text-soft">{text}</p>
        {field && (
          <div>
            <label for={`${id}-field`} class="mb-1 block text-label font-medium">
              {field.label}
              <span class="ml-1.5 font-normal text-soft">{words.optional}</span>
            </label>
            {field.isLong
              ? <textarea {...control} rows={3} dir="auto" />
              : <input {...control} type="text" dir="auto" />}
          </div>
        )}
        <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {dismiss ?? words.cancel}
          </button>
          <button
            type="submit"
            class="button button-primary"
            autofocus={!field}
            aria-disabled={isBusy ? "true" : undefined}
          >
            {isBusy && <Icon name="loader-circle" class="animate-spin" />}
            {button}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
