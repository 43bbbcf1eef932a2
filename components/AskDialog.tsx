import { useEffect, useId, useState } from "preact/hooks";
import { useDialog } from "@/lib/panel/use_dialog.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface AskDialogProps {
  title: string;
  text: string;
  button: string;
  /** What may be written along with the answer. */
  field?: { label: string; maxLength: number; isLong?: boolean };
  language: Language;
  onYes(text: string): void;
  onClose(): void;
}

/** Asks before something that has no way back, or that something can be said of. Open while drawn. */
export function AskDialog(
  { title, text, button, field, language, onYes, onClose }: AskDialogProps,
) {
  const [typed, setTyped] = useState("");
  const dialog = useDialog();
  const id = useId();
  const words = speak(commonWords, language);
  useEffect(() => dialog.open(), []);
  const control = {
    id: `${id}-field`,
    class: "control",
    maxLength: field?.maxLength,
    value: typed,
    autofocus: true,
    onInput: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  };
  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        class="space-y-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          onYes(typed.trim());
          dialog.close();
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
            {field.isLong ? <textarea {...control} rows={3} /> : <input {...control} type="text" />}
          </div>
        )}
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{words.cancel}</button>
          <button type="submit" class="button button-primary" autofocus={!field}>{button}</button>
        </footer>
      </form>
    </dialog>
  );
}
