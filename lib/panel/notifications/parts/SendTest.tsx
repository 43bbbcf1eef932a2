import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { SendTestFields } from "@/lib/panel/notifications/parts/SendTestFields.tsx";
import { type NotificationWords, notificationWords } from "@/lib/panel/notifications/words.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import {
  type Draft,
  type DraftLimits,
  sampleDraft,
  toRequest,
} from "@/lib/panel/notifications/test_message.ts";
import { type SentTo, useSend } from "@/lib/panel/notifications/use_send.ts";

interface SendTestProps {
  /** How often it was asked for: it opens each time. */
  asked: number;
  /** Recipient of a test unless another is given. */
  email: string;
  limits: DraftLimits;
  onSent(sent: SentTo): void;
}

/** The sheet in which a test notification is written and sent; closing it keeps the draft. */
export function SendTest(props: SendTestProps) {
  const { companyId, language } = usePage();
  const { asked, email, limits, onSent } = props;
  const words = useWords(notificationWords);
  const { form } = words;
  const [draft, setDraft] = useState<Draft>(() => sampleDraft(email, words));
  const [isChanged, setChanged] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const { send, isSending, errors, failure, forgetKey } = useSend({
    companyId,
    language,
    failures: words.failures,
    request: (key) => toRequest(draft, key),
    onSent: (sent) => {
      setChanged(false);
      setDraft(sampleDraft(email, words));
      dialog.current?.close();
      onSent(sent);
    },
  });

  useDialog(dialog, asked);
  useLeaveGuard(isChanged);
  useEffect(() => {
    // The focused control was disabled: focus goes to the next one.
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    if (failure) (find("[aria-invalid=true]") ?? find("[type=submit]"))?.focus();
  }, [failure]);

  function change(part: Partial<Draft>) {
    forgetKey();
    setChanged(true);
    setDraft({ ...draft, ...part });
  }

  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="send-test-title">
      <form
        noValidate
        class="flex min-h-0 flex-1 flex-col"
        {...sentBy(send)}
      >
        <header class="flex items-center justify-between border-b border-line py-2 pl-5 pr-3">
          <h2 id="send-test-title" class="font-semibold">{form.title}</h2>
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="x" />
            <span class="sr-only">{form.close}</span>
          </button>
        </header>
        <div class="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">
          <fieldset disabled={isSending} class="space-y-4">
            <SendTestFields
              draft={draft}
              errors={errors}
              limits={limits}
              words={words}
              onChange={change}
            />
          </fieldset>
        </div>
        <footer class="border-t border-line px-5 py-3">
          <p role="alert" class="text-meta text-danger-text empty:hidden not-empty:mb-3">
            {failure}
          </p>
          <SubmitButton isSending={isSending} words={words} />
        </footer>
      </form>
    </dialog>
  );
}

interface SubmitButtonProps {
  isSending: boolean;
  words: NotificationWords;
}

function SubmitButton({ isSending, words: { form } }: SubmitButtonProps) {
  const command = useCommandKey();
  return (
    <button type="submit" class="button button-primary w-full" disabled={isSending}>
      <Icon name={isSending ? "loader-circle" : "send"} class={isSending ? "animate-spin" : ""} />
      {isSending ? form.sending : form.send}
      {!isSending && (
        <kbd aria-hidden="true" class="hidden font-sans text-label font-normal pointer-fine:inline">
          {command} {form.shortcut}
        </kbd>
      )}
    </button>
  );
}

/**
 * A modal dialog is opened by a call, not by an attribute. Whether it is open only the browser
 * knows: it closes it on Escape and tells so later, when it may have been asked for again.
 */
function useDialog(dialog: { current: HTMLDialogElement | null }, asked: number) {
  useEffect(() => {
    if (asked > 0 && !dialog.current?.open) dialog.current?.showModal();
  }, [asked]);
}
