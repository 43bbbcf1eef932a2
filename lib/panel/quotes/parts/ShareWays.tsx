import type { SendDialogProps } from "@/lib/panel/quotes/message/start_message.ts";
import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { mailLink, whatsappLink } from "@/lib/panel/quotes/editor/share_links.ts";
import { moveWords } from "@/lib/panel/quotes/move_words.ts";
import { sendWords } from "@/lib/panel/quotes/send_words.ts";
import { speak } from "@/lib/words/language.ts";
import { quotationMailWords } from "@/lib/words/quotations/quotation_mail.ts";

/** The link, and three ways to hand it over. */
export function ShareWays(
  { quote, client, company, url }: SendDialogProps & { url: string },
) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = useWords(sendWords);
  // The client is written to in the quotation's language.
  const theirs = speak(quotationMailWords, quote.language);
  const subject = theirs.subject(quote.number, company);
  const body = theirs.link(client.name, quote.number, url);

  // The button that made the link is gone, and the focus with it.
  useEffect(() => field.current?.focus(), []);

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
        <Pdf quote={quote} />
      </p>
    </div>
  );
}

/** The quotation on paper, as it would be sent. */
export function Pdf({ quote }: Pick<SendDialogProps, "quote">) {
  const { href, language } = usePage();
  return (
    <a
      class="button"
      href={href(`/api/admin/quotes/${quote.id}/pdf`)}
      target="_blank"
      data-no-prefetch
    >
      <Icon name="file-text" />
      {moveWords.pdf[language]}
    </a>
  );
}
