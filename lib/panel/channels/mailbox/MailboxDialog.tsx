import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef } from "preact/hooks";
import { emailInput } from "@/components/email_input.ts";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { MailboxStart } from "@/lib/panel/channels/mailbox/mailbox_draft.ts";
import { MailboxFields } from "@/lib/panel/channels/mailbox/MailboxFields.tsx";
import { type MailboxForm, useMailboxForm } from "@/lib/panel/channels/mailbox/use_mailbox_form.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { TestSteps } from "@/lib/panel/channels/TestSteps.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

interface MailboxDialogProps {
  /** The mailbox that is changed; null connects a new one. */
  first: MailboxStart | null;
  onClose(): void;
}

/** Connects a mailbox in three steps: its address, what else it needs, and how the test of it went. */
export function MailboxDialog({ first, onClose }: MailboxDialogProps) {
  const { href, language } = usePage();
  const dialog = useOpenDialog();
  const form = useMailboxForm({ first, onSaved: dialog.close });
  const words = useWords(mailboxWords);
  const common = useWords(commonWords);
  const body = useRef<HTMLFormElement>(null);
  useEffect(() => focusOn(body.current, "[data-begin], [autofocus]"), [form.step]);
  useEffect(() => focusOn(body.current, "[aria-invalid]"), [form.errors]);
  const shownBy = useRef(form.signedInBy);
  useEffect(() => {
    // The button that was pressed has gone.
    if (shownBy.current === form.signedInBy) return;
    shownBy.current = form.signedInBy;
    focusOn(body.current, form.needsPassword ? "[autofocus]" : "input");
  }, [form.signedInBy]);

  function end() {
    if (first || form.id === null) return onClose();
    location.assign(href(`/panel/settings/channels/${form.id}`));
  }

  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="mailbox-title" onClose={end}>
      <form ref={body} noValidate class="space-y-4 p-5" {...sentBy(form.send)}>
        <h2 id="mailbox-title" class="font-semibold">{first ? words.edit : words.connect}</h2>
        {form.step === "address" && <AddressField form={form} />}
        {form.step === "fields" && <MailboxFields form={form} />}
        {form.step === "tested" && <Tested form={form} />}
        <p role="alert" class="text-meta text-danger-text empty:hidden">{form.failure}</p>
        <footer class="flex flex-wrap justify-end gap-2">
          {form.step === "tested"
            ? (
              <>
                {!isWorking(form) && (
                  <button
                    type="button"
                    class="button button-primary"
                    data-begin
                    onClick={form.correct}
                  >
                    {words.correct}
                  </button>
                )}
                <button
                  type="button"
                  class={isWorking(form) ? "button button-primary" : "button"}
                  data-begin
                  onClick={dialog.close}
                >
                  {first ? common.close : words.page}
                </button>
              </>
            )
            : (
              <>
                <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
                <button type="submit" class="button button-primary" disabled={form.isBusy}>
                  {form.isBusy && <Icon name="loader-circle" class="animate-spin" />}
                  {sendLabel(form, first, language)}
                </button>
              </>
            )}
        </footer>
      </form>
    </dialog>
  );
}

function sendLabel(form: MailboxForm, first: MailboxStart | null, language: Language): string {
  if (form.step === "address") {
    return form.isBusy ? mailboxWords.looking[language] : mailboxWords.go[language];
  }
  if (form.isBusy) return channelsWords.testing[language];
  return first ? commonWords.save[language] : mailboxWords.save[language];
}

function focusOn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}

function AddressField({ form }: { form: MailboxForm }) {
  const words = useWords(mailboxWords);
  return (
    <Field
      name="mailbox.address"
      label={words.address}
      hint={words.addressHint}
      error={form.errors.address}
    >
      {(control) => (
        <input
          {...control}
          {...emailInput}
          class="control"
          required
          autofocus
          autocomplete="off"
          data-most={254}
          dir="auto"
          value={form.draft.address}
          onInput={(event) => form.change({ address: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function isWorking({ tested }: MailboxForm): boolean {
  return tested !== null && tested.failure === null && tested.steps.every(({ ok }) => ok);
}

function Tested({ form }: { form: MailboxForm }) {
  const words = useWords(mailboxWords);
  const { steps, failure } = form.tested!;
  return (
    <div role="status" class="space-y-3">
      <p>{isWorking(form) ? words.works : words.stuck}</p>
      {steps.length > 0 && <TestSteps steps={steps} />}
      {failure && <p class="text-danger-text">{failure}</p>}
    </div>
  );
}
