import { useLayoutEffect } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { variablesIn } from "@/lib/crm/templates/variables.ts";
import { sendingWords } from "@/lib/panel/composer/words/sending_words.ts";
import { type SentMessage, showLeaving } from "@/lib/panel/composer/leaving.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { focusFault } from "@/lib/panel/page/focus_fault.ts";
import { type Dialog, useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import {
  appFillOf,
  type SendDialogProps,
  startOf,
} from "@/lib/panel/quotes/message/start_message.ts";
import { isWindowOver, useMessage } from "@/lib/panel/quotes/message/use_message.ts";
import { ConnectHint } from "@/lib/panel/quotes/parts/ConnectHint.tsx";
import { MessageFields } from "@/lib/panel/quotes/parts/MessageFields.tsx";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";

/** A message to a client who has accepted, written for the member, who sends it. */
export function TellDialog(props: SendDialogProps) {
  const { onClose } = props;
  const dialog = useOpenDialog();
  const words = useWords(messageWords);
  const common = useWords(commonWords);
  const { message, answer, send } = useNotice(props, dialog);
  const { account } = message;
  const { isBusy } = answer;
  const isClosed = message.standing?.state === "closed";
  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="tell-title"
      title={words.tellTitle}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form
        class="space-y-4 p-5"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          send();
        }}
      >
        <p class="text-soft">{words.tellText}</p>
        {account
          ? <MessageFields message={message} fill={appFillOf(props, false)} />
          : isBusy
          ? <p class="text-soft">{common.loading}</p>
          : <ConnectHint text={words.noWay} />}
        <p role="alert" class="text-danger-text empty:hidden">{answer.failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {common.cancel}
          </button>
          {account && (
            <button
              type="button"
              class="button button-primary disabled:opacity-50"
              onClick={send}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              aria-disabled={isBusy ? "true" : undefined}
              disabled={isClosed}
              aria-describedby={isClosed ? "message-window" : undefined}
            >
              <Icon
                name={isBusy ? "loader-circle" : "send"}
                class={isBusy ? "animate-spin" : ""}
              />
              {words.send}
            </button>
          )}
        </footer>
      </form>
    </HeadedDialog>
  );
}

/** The message and its sending. */
function useNotice(props: SendDialogProps, dialog: Dialog) {
  const { companyId, language } = usePage();
  const { quote } = props;
  const caller = { companyId, language };
  const message = useMessage({
    ...startOf("accepted", props),
    never: "quote.link",
    prefix: "",
    clientId: quote.client.id,
    companyId,
    language,
  });
  const { account } = message;
  const answer = useAnswer({ textOf: message.refuse });

  useLayoutEffect(() => {
    answer.send(message.load);
  }, []);

  async function send() {
    if (answer.isBusy || !account) return;
    if (!message.check()) return focusFault(dialog);
    const json = message.json();
    const [open] = message.isTemplate ? [] : variablesIn(message.values.text);
    if (open !== undefined) {
      return message.setErrors({ body: sendingWords.unfilled(`{{${open}}}`)[language] });
    }
    message.setErrors({});
    const call = { ...caller, method: "POST" as const, json: { ...json, quote_id: quote.id } };
    const path = `clients/${quote.client.id}/messages`;
    const sent = await answer.send(async () => {
      const outcome = await callApi<SentMessage>(path, call);
      if (isWindowOver(outcome)) await message.renew();
      return outcome;
    });
    if (!sent) return focusFault(dialog);
    await refreshRegions();
    const contactId = sent.data.contact_id!;
    showLeaving(sent.data, { contactId, isElsewhere: true, ...caller, onBack() {} });
    dialog.close();
  }

  return { message, answer, send };
}
