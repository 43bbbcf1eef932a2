import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { ConvertWants } from "@/lib/panel/contacts/ConvertWants.tsx";
import { ConvertWho } from "@/lib/panel/contacts/ConvertWho.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ContactState } from "@/lib/panel/contacts/page_state.ts";
import { type MadeLinks, useConversion } from "@/lib/panel/contacts/use_conversion.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";

export interface ConvertDialogProps {
  id: number;
  title: string;
  state: ContactState;
  /** How often it was asked for: each time opens it. */
  openings: number;
  people: { id: number; name: string }[];
  /** The person who converts: what nobody has is theirs. */
  userId: number;
  currency: string;
}

/** The one dialog in which a contact becomes a client, with what they want. */
export function ConvertDialog(props: ConvertDialogProps) {
  const { id, state, openings, people, userId, currency } = props;
  const dialog = useDialog();
  const links = useRef<HTMLDivElement>(null);
  const form = useConversion({
    contactId: id,
    start: state.conversion,
    assigneeId: state.assignee?.id ?? userId,
  });
  const words = useWords(convertWords);
  const common = useWords(commonWords);
  const [isOpen, setOpen] = useState(true);
  // One that is open stays when somebody else converts the contact: its answer says so.
  const isOver = state.isConverted && form.outcome === null && !isOpen;

  useEffect(() => {
    form.begin();
    setOpen(true);
    dialog.open();
  }, [openings]);
  useEffect(() => links.current?.querySelector("a")?.focus(), [form.outcome]);

  if (isOver) return null;
  return (
    <dialog
      ref={dialog.ref}
      class="dialog dialog-wide"
      aria-labelledby="convert-title"
      onClose={() => setOpen(false)}
    >
      <form
        noValidate
        class="p-5"
        {...sentBy(form.convert)}
      >
        <h2 id="convert-title" class="mb-4 line-clamp-2 font-semibold">
          {words.title(props.title)}
        </h2>
        {form.outcome
          ? (
            <div ref={links}>
              <Made outcome={form.outcome} />
            </div>
          )
          : (
            <fieldset disabled={form.isBusy} class="grid gap-x-8 gap-y-6 md:grid-cols-2">
              <ConvertWho
                form={form}
                likely={state.conversion.likely}
              />
              <ConvertWants
                form={form}
                people={people}
                currency={currency}
              />
            </fieldset>
          )}
        <p role="alert" class="text-meta text-danger-text empty:hidden not-empty:mt-3">
          {form.failure}
        </p>
        <footer class="mt-5 flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {form.outcome ? common.close : common.cancel}
          </button>
          {!form.outcome && (
            <button type="submit" class="button button-primary" disabled={form.isBusy}>
              {form.isBusy ? words.converting : words.confirm}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

interface MadeProps {
  outcome: MadeLinks;
}

/** Links to what was made. */
function Made({ outcome }: MadeProps) {
  const { href } = usePage();
  const words = useWords(convertWords);
  const pages = [
    ["clients", outcome.client, words.made.client],
    ["opportunities", outcome.opportunity, words.made.opportunity],
    ["quotes", outcome.quote, words.made.quote],
  ] as const;
  return (
    <>
      <p role="status" class="mb-3 flex items-center gap-2 text-success-text">
        <Icon name="circle-check" />
        {outcome.isOld ? words.already : words.done}
      </p>
      <ul class="flex flex-wrap gap-2">
        {pages.map(([noun, id, label]) =>
          id !== null && (
            <li key={noun}>
              <a class="button" href={href(`/panel/${noun}/${id}`)}>{label}</a>
            </li>
          )
        )}
      </ul>
    </>
  );
}
