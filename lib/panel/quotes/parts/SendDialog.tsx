import { useEffect, useRef, useState } from "preact/hooks";
import { DialogHead } from "@/components/DialogHead.tsx";
import { Icon } from "@/components/Icon.tsx";
import { SendWarnings } from "@/lib/panel/quotes/parts/SendWarnings.tsx";
import { callApi } from "@/lib/panel/save/call_api.ts";
import { failureText } from "@/lib/panel/save/failures.ts";
import { flushLines, learnQuote, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { mailLink, whatsappLink } from "@/lib/panel/quotes/editor/share_links.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import type { QuoteWarning } from "@/lib/sales/sharing/quote_warnings.ts";
import { commonWords } from "@/lib/words/common.ts";
import { moveWords, sendWords } from "@/lib/panel/quotes/move_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Recipient of a quotation. */
export interface Recipient {
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
}

interface SendDialogProps {
  quote: QuoteNow;
  client: Recipient;
  company: string;
  companyId: number;
  language: Language;
  onClose(): void;
}

/** Shows what the client will see, sends it, and gives the link with the ways to hand it over. */
export function SendDialog(props: SendDialogProps) {
  const { quote, companyId, language, onClose } = props;
  const [isBusy, setBusy] = useState(quote.status === "draft");
  const [failure, setFailure] = useState("");
  const [url, setUrl] = useState("");
  const [warnings, setWarnings] = useState<QuoteWarning[]>([]);
  const dialog = useDialog();
  const preview = useRef<HTMLDivElement>(null);
  const words = speak(sendWords, language);
  const isDraft = quote.status === "draft";
  const who = { companyId, language };

  useEffect(() => {
    dialog.open();
    show();
  }, []);

  /** Saves the last input first, so that the preview is what will be sent. */
  async function show() {
    if (isDraft && !await flushLines()) {
      setFailure(speak(commonWords, language).failures.kept);
      dialog.close();
      return;
    }
    const [said] = await Promise.all([
      isDraft ? callApi<QuoteWarning[]>(`quotes/${quote.id}/warnings`, who) : null,
      refreshRegions(["document", "record"]),
    ]);
    if (said?.ok) setWarnings(said.data);
    else if (said) setFailure(failureText(said, language));
    const drawn = document.querySelector("[data-document]");
    if (drawn) preview.current?.replaceChildren(drawn.cloneNode(true));
    setBusy(false);
  }

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    if (isDraft) {
      const sent = await callApi<QuoteNow>(`quotes/${quote.id}/send`, { ...who, method: "POST" });
      if (!sent.ok) return fail(sent);
      learnQuote(sent.data);
    }
    const made = await callApi<{ url: string }>(`quotes/${quote.id}/share`, {
      ...who,
      method: "POST",
    });
    await refreshRegions();
    if (!made.ok) return fail(made);
    setUrl(made.data.url);
    setBusy(false);
  }

  function fail(outcome: Parameters<typeof failureText>[0]) {
    setFailure(failureText(outcome, language));
    setBusy(false);
  }

  return (
    <dialog
      ref={dialog.ref}
      class="dialog dialog-wide"
      aria-labelledby="send-title"
      onClose={onClose}
    >
      <DialogHead
        titleId="send-title"
        title={isDraft ? words.title : words.shareTitle}
        language={language}
        onClose={dialog.close}
      />
      <div class="space-y-4 p-5">
        <p class="text-soft">{url ? words.ready : isDraft ? words.preview : words.shareText}</p>
        {failure && <p role="alert" class="text-danger-text">{failure}</p>}
        {!url && warnings.length > 0 && (
          <SendWarnings
            warnings={warnings}
            quote={quote}
            companyId={companyId}
            language={language}
            onLeave={dialog.close}
          />
        )}
        {url ? <Ways {...props} url={url} /> : (
          <p class="flex flex-wrap gap-2">
            <button
              type="button"
              class="button button-primary"
              disabled={isBusy}
              onClick={send}
              autofocus
            >
              <Icon
                name={isBusy ? "loader-circle" : "send"}
                class={isBusy ? "animate-spin" : ""}
              />
              {isDraft ? words.send : words.makeLink}
            </button>
            <Pdf quote={quote} companyId={companyId} language={language} />
          </p>
        )}
        <div
          ref={preview}
          tabIndex={0}
          role="group"
          aria-label={words.preview}
          class="quote-preview"
        />
      </div>
    </dialog>
  );
}

function Pdf(
  { quote, companyId, language }: Pick<SendDialogProps, "quote" | "companyId" | "language">,
) {
  return (
    <a
      class="button"
      href={`/api/admin/quotes/${quote.id}/pdf?company_id=${companyId}`}
      target="_blank"
      data-no-prefetch
    >
      <Icon name="file-text" />
      {moveWords.pdf[language]}
    </a>
  );
}

/** The link, and three ways to hand it over. */
function Ways(
  { quote, client, company, companyId, language, url }: SendDialogProps & { url: string },
) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = speak(sendWords, language);
  // The client is written to in the quotation's language.
  const theirs = speak(sendWords, quote.language);
  const subject = theirs.mailSubject(quote.number, company);
  const body = theirs.mailBody(client.name, quote.number, url);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without leave to write the clipboard the link stands selected, ready for Ctrl C.
    }
  }

  return (
    <div class="space-y-3">
      <label class="block text-label font-medium">
        {words.link}
        <input
          ref={field}
          class="control mt-1 text-body font-normal"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <p class="grid gap-2 md:flex md:flex-wrap">
        <button type="button" class="button button-primary" onClick={copy}>
          <Icon name={isCopied ? "check" : "copy"} />
          <span role="status">{isCopied ? words.copied : words.copy}</span>
        </button>
        <a class="button" href={mailLink(client, subject, body)}>
          <Icon name="mail" />
          {words.mail}
        </a>
        <a class="button" href={whatsappLink(client, body)} target="_blank" rel="noreferrer">
          <Icon name="message-circle" />
          {words.whatsapp}
        </a>
        <Pdf quote={quote} companyId={companyId} language={language} />
      </p>
    </div>
  );
}
