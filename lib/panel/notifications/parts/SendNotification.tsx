import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { PhonePicture } from "@/lib/panel/notifications/parts/PhonePicture.tsx";
import { SendFields } from "@/lib/panel/notifications/parts/SendFields.tsx";
import { sentBy } from "@/lib/panel/page/keys.ts";
import type { Draft, DraftLimits } from "@/lib/panel/notifications/draft.ts";
import { useSend } from "@/lib/panel/notifications/use_send.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { sendingWords } from "@/lib/panel/notifications/sending_words.ts";

interface SendNotificationProps {
  draft: Draft;
  limits: DraftLimits;
  /** The company's name, which the phone shows where no sender is given. */
  company: string;
}

/** A notification is written beside the phone that shows it; sent, its page opens. */
export function SendNotification(props: SendNotificationProps) {
  const { href } = usePage();
  const { limits, company } = props;
  const words = useWords(sendingWords);
  const form = useRef<HTMLFormElement>(null);
  const [next, setNext] = useState<string | null>(null);
  const { values: draft, isChanged, errors, failure, ...sending } = useSend(
    props.draft,
    ({ notificationId }) => setNext(href(`/panel/notifications/${notificationId}`)),
  );
  const isBusy = sending.isBusy || next !== null;
  useLeaveGuard(isChanged && next === null);

  useEffect(() => {
    if (next !== null) location.assign(next);
  }, [next]);
  useEffect(() => {
    if (!failure) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid=true]") ?? find("[type=submit]"))?.focus();
  }, [failure]);

  return (
    <div class="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
      <form ref={form} noValidate class="min-w-0" {...sentBy(() => next ?? sending.send())}>
        <fieldset disabled={isBusy} class="space-y-4">
          <SendFields
            draft={draft}
            errors={errors}
            limits={limits}
            onChange={sending.change}
          />
        </fieldset>
        <footer class="mt-6">
          <p role="alert" class="text-meta text-danger-text empty:hidden not-empty:mb-3">
            {failure}
          </p>
          <button
            type="submit"
            class="button button-primary max-md:w-full"
            data-command={words.title}
            disabled={isBusy}
          >
            <Icon
              name={isBusy ? "loader-circle" : "send"}
              class={isBusy ? "animate-spin" : ""}
            />
            {isBusy ? words.sending : words.send}
          </button>
        </footer>
      </form>
      <div class="min-w-0 lg:sticky lg:top-6 lg:self-start">
        <PhonePicture message={draft} company={company} />
      </div>
    </div>
  );
}
