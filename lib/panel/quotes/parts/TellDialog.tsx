import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { variablesIn } from "@/lib/crm/templates/variables.ts";
import { sendingWords } from "@/lib/panel/composer/files/attach_words.ts";
import { type SentMessage, showLeaving } from "@/lib/panel/composer/leaving.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { WideDialog } from "@/lib/panel/page/WideDialog.tsx";
import { startOf } from "@/lib/panel/quotes/editor/start_message.ts";
import { useMessage } from "@/lib/panel/quotes/editor/use_message.ts";
import { ConnectHint } from "@/lib/panel/quotes/parts/ConnectHint.tsx";
import { MessageFields } from "@/lib/panel/quotes/parts/MessageFields.tsx";
import type { SendDialogProps } from "@/lib/panel/quotes/parts/SendDialog.tsx";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

/** A message to a client who has accepted, written for the member, who sends it. */
export function TellDialog(props: SendDialogProps) {
  const { companyId, language } = usePage();
  const { quote, onClose } = props;
  const [isBusy, setBusy] = useState(true);
  const [failure, setFailure] = useState("");
  const dialog = useOpenDialog();
  const words = useWords(messageWords);
  const who = { companyId, language };
  const message = useMessage({
    ...startOf("accepted", props),
    ...{ never: "quote.link", prefix: "", clientId: quote.client.id, companyId, language },
  });
  const { account } = message;

  useEffect(() => {
    message.load().then((read) => {
      if (!read.ok) setFailure(failureText(read, language));
      setBusy(false);
    });
  }, []);

  async function send() {
    if (isBusy || !account) return;
    const json = message.json();
    const [open] = variablesIn(json.body);
    if (open !== undefined) {
      return message.setErrors({ body: sendingWords.unfilled(`{{${open}}}`)[language] });
    }
    setBusy(true);
    setFailure("");
    message.setErrors({});
    const call = { ...who, method: "POST" as const, json: { ...json, quote_id: quote.id } };
    const sent = await callApi<SentMessage>(`clients/${quote.client.id}/messages`, call);
    setBusy(false);
    if (!sent.ok) return setFailure(message.refuse(sent));
    await refreshRegions();
    const contactId = sent.data.contact_id!;
    showLeaving(sent.data, { contactId, isElsewhere: true, ...who, onBack() {} });
    dialog.close();
  }

  return (
    <WideDialog
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
          ? <MessageFields message={message} />
          : isBusy
          ? <p class="text-soft">{speak(commonWords, language).loading}</p>
          : <ConnectHint text={words.noWay} />}
        <p role="alert" class="text-danger-text empty:hidden">{failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>
            {speak(commonWords, language).cancel}
          </button>
          {account && (
            <button
              type="button"
              class="button button-primary"
              onClick={send}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              aria-disabled={isBusy ? "true" : undefined}
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
    </WideDialog>
  );
}
