import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { AskFields } from "@/lib/panel/quotes/approval/AskFields.tsx";
import { useAsking } from "@/lib/panel/quotes/approval/use_asking.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { Pdf, ShareWays } from "@/lib/panel/quotes/parts/ShareWays.tsx";
import { SendWarnings } from "@/lib/panel/quotes/parts/SendWarnings.tsx";
import { isSaveKey } from "@/lib/panel/page/keys.ts";
import { showLeaving } from "@/lib/panel/composer/leaving.ts";
import { startOf } from "@/lib/panel/quotes/editor/start_message.ts";
import { useMessage } from "@/lib/panel/quotes/editor/use_message.ts";
import { ConnectHint } from "@/lib/panel/quotes/parts/ConnectHint.tsx";
import { MessageFields } from "@/lib/panel/quotes/parts/MessageFields.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { changedSince } from "@/lib/panel/quotes/editor/changed_since.ts";
import {
  drawnQuote,
  flushLines,
  learnQuote,
  type QuoteNow,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { WideDialog } from "@/lib/panel/page/WideDialog.tsx";
import type { QuoteWarning } from "@/lib/sales/sharing/quote_warnings.ts";
import { commonWords } from "@/lib/words/common.ts";
import { sendWords } from "@/lib/panel/quotes/send_words.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { speak } from "@/lib/words/language.ts";

/** Recipient of a quotation. */
export interface Recipient {
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
}

export interface SendDialogProps {
  quote: QuoteNow;
  client: Recipient;
  company: string;
  /** Name of the member who writes. */
  member: string;
  me: number;
  /** Whether they may send without approval. */
  isFree: boolean;
  onClose(): void;
}

const printingMs = 120_000;

/**
 * Previews the quotation and sends it by an account, or only creates the link and offers ways to
 * pass it on.
 */
export function SendDialog(props: SendDialogProps) {
  const { companyId, language } = usePage();
  const { quote, onClose } = props;
  const [isBusy, setBusy] = useState(quote.status === "draft");
  const [failure, setFailure] = useState("");
  const [url, setUrl] = useState("");
  const [warnings, setWarnings] = useState<QuoteWarning[]>([]);
  const dialog = useOpenDialog();
  const preview = useRef<HTMLDivElement>(null);
  /** The quotation that the preview shows. */
  const shown = useRef(quote);
  const [changes, setChanges] = useState<string[] | null>(null);
  const words = useWords(sendWords);
  const mail = useWords(messageWords);
  const isDraft = quote.status === "draft";
  const who = { companyId, language };
  const message = useMessage({
    ...startOf("sent", props),
    ...{ prefers: "quote.", prefix: "message.", clientId: quote.client.id, companyId, language },
  });
  const isSending = isDraft && message.account !== undefined;
  const asking = useAsking({ ...props, companyId, language });

  useEffect(() => {
    show(message.load);
  }, []);

  /** Saves the last input first, so that the preview is what will be sent. */
  async function show(load?: typeof message.load) {
    if (isDraft && !await flushLines()) {
      setFailure(speak(commonWords, language).failures.kept);
      dialog.close();
      return;
    }
    const [said, chosen, people] = await Promise.all([
      isDraft ? callApi<QuoteWarning[]>(`quotes/${quote.id}/warnings`, who) : null,
      isDraft && load ? load() : null,
      asking.load(),
      refreshRegions(["document", "record"]),
    ]);
    if (said?.ok) setWarnings(said.data);
    for (const one of [said, chosen, people]) {
      if (one && !one.ok) setFailure(failureText(one, language));
    }
    const drawn = document.querySelector("[data-region=document] [data-document]");
    if (drawn) preview.current?.replaceChildren(drawn.cloneNode(true));
    shown.current = drawnQuote() ?? quote;
    setBusy(false);
  }

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    setChanges(null);
    message.setErrors({});
    let { version } = shown.current;
    if (asking.isNeeded) {
      const asked = await asking.ask(version, isSending ? message.json() : undefined);
      if (asked && !asked.ok) return await refuse(asked);
      setBusy(false);
      await refreshRegions();
      return asked && dialog.close();
    }
    if (isDraft) {
      const json = { version, ...(isSending ? { message: message.json() } : {}) };
      const sent = await callApi<QuoteNow>(`quotes/${quote.id}/send`, {
        ...{ ...who, method: "POST", json },
        timeoutMs: isSending ? printingMs : undefined,
      });
      if (!sent.ok) return await refuse(sent);
      learnQuote(sent.data);
      ({ version } = sent.data);
      if (isSending) return await leave(sent.data);
    }
    const made = await callApi<{ url: string }>(`quotes/${quote.id}/share`, {
      ...who,
      method: "POST",
      json: { version },
    });
    await refreshRegions();
    if (!made.ok) return await refuse(made);
    setUrl(made.data.url);
    setBusy(false);
  }

  async function leave({ delivery }: QuoteNow) {
    dialog.close();
    await refreshRegions();
    const { message_id: id, contact_id: contactId } = delivery!;
    showLeaving({ id, delivery }, { contactId, isElsewhere: true, ...who, onBack() {} });
  }

  async function refuse(outcome: Parameters<typeof failureText>[0]) {
    setFailure(message.refuse(outcome));
    // Somebody else, or a request whose answer was lost, may have changed or sent it.
    if (outcome.why === "refused" && outcome.status === 409) {
      const before = shown.current;
      await show();
      if (outcome.code === "version_conflict") {
        setFailure(words.changed);
        setChanges(changedSince(before, shown.current, language));
      }
    }
    setBusy(false);
    requestAnimationFrame(() =>
      dialog.ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
    );
  }

  return (
    <WideDialog
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
          send();
        }}
      >
        <p class="text-soft">{url ? words.ready : isDraft ? words.preview : words.shareText}</p>
        {failure && (
          <div key="failure" role="alert" class="text-danger-text">
            <p>{failure}</p>
            {changes && changes.length > 0 && (
              <ul class="mt-1 list-disc space-y-1 pl-5 wrap-anywhere">
                {changes.map((change, at) => <li key={at}>{change}</li>)}
              </ul>
            )}
          </div>
        )}
        {!url && warnings.length > 0 && (
          <SendWarnings
            warnings={warnings}
            quote={quote}
            onLeave={dialog.close}
          />
        )}
        {!url && asking.isNeeded && <AskFields asking={asking} quote={quote} />}
        {!url && isDraft && message.accounts.length > 0 && (
          <MessageFields message={message} isOptional />
        )}
        {isSending && <Along quote={quote} />}
        {!url && isDraft && !isBusy && message.accounts.length === 0 && (
          <ConnectHint text={mail.noAccounts} />
        )}
        {url ? <ShareWays {...props} url={url} /> : (
          <p class="flex flex-wrap items-center gap-2">
            <button
              type="button"
              class="button button-primary"
              onClick={send}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              disabled={isBusy}
              autofocus
            >
              <Icon
                name={isBusy ? "loader-circle" : "send"}
                class={isBusy ? "animate-spin" : ""}
              />
              {asking.isNeeded
                ? approvalWords.ask[language]
                : isSending
                ? mail.send
                : isDraft
                ? words.send
                : words.makeLink}
            </button>
            {!isSending && <Pdf quote={quote} />}
            <span role="status" class="text-soft">
              {isBusy && isSending && !asking.isNeeded && mail.preparing}
            </span>
          </p>
        )}
        <div
          key="preview"
          ref={preview}
          tabIndex={0}
          role="group"
          aria-label={words.preview}
          class="quote-preview"
        />
      </form>
    </WideDialog>
  );
}

/** Link and PDF that accompany a message. */
function Along({ quote }: Pick<SendDialogProps, "quote">) {
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
