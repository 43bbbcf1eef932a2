import { usePage, useWords } from "@/components/page.ts";
import { Field } from "@/components/Field.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { nounWords } from "@/lib/words/nouns.ts";

interface CreateDialogProps {
  dialog: ReturnType<typeof useDialog>;
  /** "lun 23 nov, 10:00–11:00". */
  when: string;
  title: string;
  error: string | null;
  isSending: boolean;
  onType: (title: string) => void;
  onCreate: (thenOpen: boolean) => void;
  onClose: () => void;
}

/** Asks for the title of an event whose time was selected; nothing else. */
export function CreateDialog(props: CreateDialogProps) {
  const { language } = usePage();
  const { dialog, when, title, error, isSending, onType, onCreate, onClose } = props;
  const words = useWords(calendarWords);
  const common = useWords(commonWords);
  const id = "new-event";
  return (
    <dialog
      ref={dialog.ref}
      class="dialog calendar-create"
      aria-labelledby={id}
      onClose={onClose}
    >
      <form noValidate class="space-y-3 p-4" {...sentBy(() => onCreate(false))}>
        <header>
          <h2 id={id} class="font-semibold">{nounWords.events.create[language]}</h2>
          <p class="text-meta text-soft">{when}</p>
        </header>
        <Field name="event-title" label={words.newTitle} error={error ?? undefined}>
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
              value={title}
              onInput={(event) => onType(event.currentTarget.value)}
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
            disabled={isSending}
            onClick={() => onCreate(true)}
          >
            {words.createAndOpen}
          </button>
          <button type="submit" class="button button-primary" disabled={isSending}>
            {words.create}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
