import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { useCreate } from "@/lib/panel/events/calendar/use_create.ts";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { nounWords } from "@/lib/words/nouns.ts";

interface CreateDialogProps {
  dialog: Dialog;
  form: ReturnType<typeof useCreate>;
}

/** Asks for the title of an event whose time was selected; nothing else. */
export function CreateDialog({ dialog, form }: CreateDialogProps) {
  const { language } = usePage();
  const words = useWords(calendarWords);
  const common = useWords(commonWords);
  const id = "new-event";
  return (
    <dialog
      ref={dialog.ref}
      class="dialog calendar-create"
      aria-labelledby={id}
      onClose={form.close}
    >
      <form noValidate class="space-y-3 p-4" {...sentBy(() => form.create(false))}>
        <header>
          <h2 id={id} class="font-semibold">{nounWords.events.create[language]}</h2>
          <p class="text-meta text-soft">{form.when}</p>
        </header>
        <Field name="event-title" label={words.newTitle} error={form.failure ?? undefined}>
          {(control) => (
            <input
              {...control}
              class="control"
              type="text"
              data-most={200}
              dir="auto"
              autofocus
              autocomplete="off"
              placeholder={words.newHint}
              value={form.values.title}
              onInput={(event) => form.type(event.currentTarget.value)}
            />
          )}
        </Field>
        <footer class="flex flex-wrap justify-end gap-2">
          <button type="button" class="button button-plain mr-auto" onClick={dialog.close}>
            {common.cancel}
          </button>
          <button
            type="button"
            class="button"
            disabled={form.isBusy}
            onClick={() => form.create(true)}
          >
            {words.createAndOpen}
          </button>
          <button type="submit" class="button button-primary" disabled={form.isBusy}>
            {words.create}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
