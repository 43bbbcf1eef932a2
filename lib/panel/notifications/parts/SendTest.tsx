import { useWords } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { SendTestFields } from "@/lib/panel/notifications/parts/SendTestFields.tsx";
import { type NotificationWords, notificationWords } from "@/lib/panel/notifications/words.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { useDialog, useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { sampleDraft, type TestLimits } from "@/lib/panel/notifications/draft.ts";
import { type SentTo, useSend } from "@/lib/panel/notifications/use_send.ts";

interface SendTestProps {
  /** How often it was asked for: it opens each time. */
  openings: number;
  /** Recipient of a test unless another is given. */
  email: string;
  limits: TestLimits;
  onSent(sent: SentTo): void;
}

/** The sheet in which a test notification is written and sent; closing it keeps the draft. */
export function SendTest(props: SendTestProps) {
  const { openings, email, limits, onSent } = props;
  const words = useWords(notificationWords);
  const { form } = words;
  const dialog = useDialog();
  const { values: draft, isBusy, isChanged, errors, failure, ...sending } = useSend(
    () => sampleDraft(email, words),
    (sent) => {
      sending.begin(sampleDraft(email, words));
      dialog.close();
      onSent(sent);
    },
  );

  useEffect(() => {
    if (openings > 0) dialog.open();
  }, [openings]);
  useLeaveGuard(isChanged);
  useEffect(() => {
    // The focused control was disabled: focus goes to the next one.
    const find = (selector: string) => dialog.ref.current?.querySelector<HTMLElement>(selector);
    if (failure) (find("[aria-invalid=true]") ?? find("[type=submit]"))?.focus();
  }, [failure]);

  return (
    <FormSheet
      dialog={dialog}
      titleId="send-test-title"
      title={form.title}
      isDisabled={isBusy}
      failure={failure}
      onSend={sending.send}
      buttons={<SubmitButton isSending={isBusy} words={words} />}
    >
      <SendTestFields
        draft={draft}
        errors={errors}
        limits={limits}
        words={words}
        onChange={sending.change}
      />
    </FormSheet>
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
