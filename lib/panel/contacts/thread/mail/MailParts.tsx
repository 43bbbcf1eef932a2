import { usePage, useWords } from "@/components/page.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { Invited } from "@/lib/panel/contacts/thread/mail/Invited.tsx";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

interface MailPartsProps {
  /** The message's. */
  id: number;
  mail: ThreadMail;
  contactId: number;
  /** The page with the whole of the message. */
  whole: string;
  /** Whether files of it were left out. */
  hasMore: boolean;
}

/** Below the new text of a mail: what it quotes, what it invites to, and the way to its HTML. */
export function MailParts({ id, mail, contactId, whole, hasMore }: MailPartsProps) {
  const page = usePage();
  const { companyId, href, language } = page;
  const { quoted, quotedRest, isWhole, invitation, has_html } = mail;
  const words = useWords(mailWords);
  return (
    <>
      {quoted && (
        <details class="mail-fold" open={isWhole}>
          <summary>{words.quoted}</summary>
          <div class="mail-quoted" dir="auto">
            {quoted}
            {quotedRest > 0 && (
              <>
                {"… "}
                <a class="font-medium text-accent" href={whole}>
                  {inboxWords.wholeMessage(quotedRest)[language]}
                </a>
              </>
            )}
          </div>
        </details>
      )}
      {invitation && (
        <Invited messageId={id} {...{ invitation, contactId, companyId, format: page }} />
      )}
      {hasMore && (
        <p class="delivery">
          <a
            class="delivery-verb"
            href={href(`/api/admin/contacts/${contactId}/messages/${id}/raw`)}
            download={`mail-${id}.eml`}
            title={words.rawMeans}
          >
            {words.raw}
          </a>
        </p>
      )}
      {has_html && (
        <p class="delivery">
          <button type="button" class="delivery-verb" data-mail={id} data-opens="">
            {words.asMail}
          </button>
        </p>
      )}
    </>
  );
}
