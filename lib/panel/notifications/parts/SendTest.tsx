import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { SendTestFields } from "@/lib/panel/notifications/parts/SendTestFields.tsx";
import { type NotificationWords, notificationWords } from "@/lib/panel/notifications/words.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { FormSheet } from "@/lib/panel/page/FormSheet.tsx";
import { useDialog, useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import {
  type Draft,
  sampleDraft,
  type TestLimits,
  toRequest,
} from "@/lib/panel/notifications/draft.ts";
import { type SentTo, useSend } from "@/lib/panel/notifications/use_send.ts";

interface SendTestProps {
  /** How often it was asked for: it opens each time. */
  asked: number;
  /** Recipient of a test unless another is given. */
  email: string;
  limits: TestLimits;
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
  const dialog = useDialog();
  const { send, isSending, errors, failure, forgetKey } = useSend({
    companyId,
    language,
    failures: words.failures,
    request: (key) => toRequest(draft, key),
    onSent: (sent) => {
      setChanged(false);
      setDraft(sampleDraft(email, words));
      dialog.close();
      onSent(sent);
    },
  });

  useEffect(() => {
    if (asked > 0) dialog.open();
  }, [asked]);
  useLeaveGuard(isChanged);
  useEffect(() => {
    // The focused control was disabled: focus goes to the next one.
    const find = (selector: string) => dialog.ref.current?.querySelector<HTMLElement>(selector);
    if (failure) (find("[aria-invalid=true]") ?? find("[type=submit]"))?.focus();
  }, [failure]);

  function change(part: Partial<Draft>) {
    forgetKey();
    setChanged(true);
    setDraft({ ...draft, ...part });
  }

  return (
    <FormSheet
      dialog={dialog}
      titleId="send-test-title"
      title={form.title}
      isDisabled={isSending}
      failure={failure}
      onSend={send}
      buttons={<SubmitButton isSending={isSending} words={words} />}
    >
      <SendTestFields
        draft={draft}
        errors={errors}
        limits={limits}
        words={words}
        onChange={change}
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
