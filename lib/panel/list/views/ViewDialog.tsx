import { useWords } from "@/components/page.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { viewWords } from "@/lib/panel/list/views/words.ts";

interface ViewDraft {
  name: string;
  shared: boolean;
}

interface ViewDialogProps {
  title: string;
  /** The name and owner that it has now. */
  initial?: ViewDraft;
  onSave(view: ViewDraft): Promise<Outcome<unknown>>;
  onClose(): void;
}

/** Asks for a view's name, and whose it is. Open while drawn. */
export function ViewDialog(props: ViewDialogProps) {
  const { title, initial = { name: "", shared: false }, onSave, onClose } = props;
  const form = useForm<ViewDraft>({ name: initial.name, shared: initial.shared }, { beside: [] });
  const { name, shared } = form.values;
  const { failure: error } = form;
  const dialog = useOpenDialog();
  const id = "saved-view";
  const words = useWords(viewWords);
  const { save } = useWords(commonWords);

  async function send() {
    if (name.trim()) await form.send(() => onSave({ name: name.trim(), shared }));
  }

  return (
    <FormDialog
      dialog={dialog}
      titleId={`${id}-title`}
      title={title}
      button={save}
      isBusy={form.isBusy}
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
          onInput={(event) => form.change({ name: event.currentTarget.value })}
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
                  form.change({ shared: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
