import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
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
  const dialog = useOpenDialog();
  const id = "saved-view";
  const words = useWords(viewWords);
  const { save } = useWords(commonWords);

  async function send() {
    if (isSaving || !name.trim()) return;
    setSaving(true);
    setError(await onSave({ name: name.trim(), shared }));
    setSaving(false);
  }

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={title}
      button={save}
      isBusy={isSaving}
      isIncomplete={!name.trim()}
      onSend={send}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
