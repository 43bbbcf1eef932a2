import { appFillOf, type SendDialogProps } from "@/lib/panel/quotes/message/start_message.ts";
import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { isOver } from "@/lib/panel/composer/apps/use_standing.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { AskFields } from "@/lib/panel/quotes/approval/AskFields.tsx";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { type Sending, useSending } from "@/lib/panel/quotes/message/use_sending.ts";
import { ConnectHint } from "@/lib/panel/quotes/parts/ConnectHint.tsx";
import { MessageFields } from "@/lib/panel/quotes/parts/MessageFields.tsx";
import { SendWarnings } from "@/lib/panel/quotes/parts/SendWarnings.tsx";
import { Pdf, ShareWays } from "@/lib/panel/quotes/parts/ShareWays.tsx";
import { sendWords } from "@/lib/panel/quotes/send_words.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";

/**
 * Previews the quotation and sends it by an account, or only creates the link and offers ways to
 * pass it on.
 */
export function SendDialog(props: SendDialogProps) {
  const { quote, onClose } = props;
  const dialog = useOpenDialog();
  const sending = useSending(props, dialog);
  const { isDraft, isBusy, isSending, url, message, asking } = sending;
  const words = useWords(sendWords);
  const mail = useWords(messageWords);
  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="send-title"
      title={isDraft ? words.title : words.shareTitle}
      onClose={onClose}
    >
      <form
        class="space-y-4 p-5"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (url || !isSaveKey(event)) return;
          event.preventDefault();
          sending.send();
        }}
      >
        <p class="text-soft">{url ? words.ready : isDraft ? words.preview : words.shareText}</p>
        {sending.failure && <Failure key="failure" sending={sending} />}
        {!url && sending.warnings.length > 0 && (
          <SendWarnings
            warnings={sending.warnings}
            quote={quote}
            onLeave={dialog.close}
          />
        )}
        {!url && asking.isNeeded && <AskFields asking={asking} quote={quote} />}
        {!url && isDraft && message.accounts.length > 0 && (
          <MessageFields
            message={message}
            isOptional
            fill={appFillOf(props, true)}
            hasQuote
          />
        )}
        {isSending && (!message.standing || !isOver(message.standing)) && <Along quote={quote} />}
        {!url && isDraft && !isBusy && message.accounts.length === 0 && (
          <ConnectHint text={mail.noAccounts} />
        )}
        {url ? <ShareWays {...props} url={url} /> : <SendButton sending={sending} quote={quote} />}
        <div
          key="preview"
          ref={sending.preview}
          tabIndex={0}
          role="group"
          aria-label={words.preview}
          class="quote-preview"
        />
      </form>
    </HeadedDialog>
  );
}

/** What went wrong, and what has changed since it was drawn. */
function Failure({ sending: { failure, changes } }: { sending: Sending }) {
  return (
    <div role="alert" class="text-danger-text">
      <p>{failure}</p>
      {changes.length > 0 && (
        <ul class="mt-1 list-disc space-y-1 pl-5 wrap-anywhere">
          {changes.map((change, at) => <li key={at}>{change}</li>)}
        </ul>
      )}
    </div>
  );
}

interface SendButtonProps {
  sending: Sending;
  quote: QuoteNow;
}

function SendButton({ sending, quote }: SendButtonProps) {
  const { isDraft, isBusy, isSending, asking, message } = sending;
  const isClosed = isSending && message.standing?.state === "closed";
  const words = useWords(sendWords);
  const mail = useWords(messageWords);
  const { ask } = useWords(approvalWords);
  const label = isSending ? mail.send : isDraft ? words.send : words.makeLink;
  return (
    <p class="flex flex-wrap items-center gap-2">
      <button
        type="button"
        class="button button-primary disabled:opacity-50"
        onClick={sending.send}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={isBusy || isClosed}
        aria-describedby={isClosed ? "message-window" : undefined}
        autofocus
      >
        <Icon name={isBusy ? "loader-circle" : "send"} class={isBusy ? "animate-spin" : ""} />
        {asking.isNeeded ? ask : label}
      </button>
      {(!isSending || message.isTemplate) && <Pdf quote={quote} />}
      <span role="status" class="text-soft">
        {isBusy && isSending && !asking.isNeeded && mail.preparing}
      </span>
    </p>
  );
}

/** Link and PDF that accompany a message. */
function Along({ quote }: { quote: QuoteNow }) {
  const words = useWords(messageWords);
  return (
    <p class="flex flex-wrap items-center gap-x-3 gap-y-2 text-meta text-soft">
      {words.goesAlong}
      <span class="inline-flex items-center gap-1.5">
        <Icon name="link" />
        {words.link}
      </span>
      <Pdf quote={quote} />
    </p>
  );
}
