import { useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { viewWords } from "@/lib/panel/list/views/words.ts";

interface ViewDialogProps {
  title: string;
  /** The name and owner that it has now. */
  given?: { name: string; shared: boolean };
  /** Saves it. @returns what is wrong, if anything */
  onSave(view: { name: string; shared: boolean }): Promise<string | null>;
  onClose(): void;
}

/** Asks for a view's name, and whose it is. Open while drawn. */
export function ViewDialog({ title, given, onSave, onClose }: ViewDialogProps) {
  const [name, setName] = useState(given?.name ?? "");
  const [shared, setShared] = useState(given?.shared ?? false);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const dialog = useDialog();
  const id = "saved-view";
  const words = useWords(viewWords);
  const { save, cancel } = useWords(commonWords);
  useEffect(() => dialog.open(), []);

  async function send() {
    if (isSaving || !name.trim()) return;
    setSaving(true);
    setError(await onSave({ name: name.trim(), shared }));
    setSaving(false);
  }

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form class="space-y-4 p-5" noValidate {...sentBy(send)}>
        <h2 id={`${id}-title`} class="font-semibold">{title}</h2>
        <div>
          <label for={`${id}-name`} class="mb-1 block text-label font-medium">{words.name}</label>
          <input
            id={`${id}-name`}
            type="text"
            class="control"
            data-most={60}
            dir="auto"
            autocomplete="off"
            autofocus
            value={name}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          {error !== null && (
            <p id={`${id}-error`} role="alert" class="mt-1 text-label text-danger-text">{error}</p>
          )}
        </div>
        <fieldset>
          <legend class="mb-1 text-label font-medium">{words.whose}</legend>
          <div class="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-0.5">
            {([[false, words.forMe], [true, words.forAll]] as const).map(([value, label]) => (
              <label key={label} class="choice">
                <input
                  type="radio"
                  class="sr-only"
                  name={`${id}-whose`}
                  checked={shared === value}
                  onChange={() =>
                    setShared(value)}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{cancel}</button>
          <button
            type="submit"
            class="button button-primary"
            disabled={isSaving || !name.trim()}
          >
            {save}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
