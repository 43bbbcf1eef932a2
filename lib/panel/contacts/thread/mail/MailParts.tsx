import { Icon } from "@/components/Icon.tsx";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { formatAhead, formatDay, type TimeFormat } from "@/lib/dates.ts";
import { invitationHref } from "@/lib/panel/contacts/thread/mail/invitation_href.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { speak } from "@/lib/words/language.ts";

interface MailPartsProps {
  /** The message's. */
  id: number;
  mail: ThreadMail;
  contactId: number;
  companyId: number;
  /** The page with the whole of the message. */
  whole: string;
  format: TimeFormat;
}

/** Below the new text of a mail: what it quotes, what it invites to, and the way to its HTML. */
export function MailParts({ id, mail, contactId, companyId, whole, format }: MailPartsProps) {
  const { quoted, quotedRest, isWhole, invitation, has_html } = mail;
  const words = speak(mailWords, format.language);
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
                  {inboxWords.wholeMessage(quotedRest)[format.language]}
                </a>
              </>
            )}
          </div>
        </details>
      )}
      {invitation && <Invited {...{ invitation, contactId, companyId, format }} />}
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

interface InvitedProps {
  invitation: NonNullable<ThreadMail["invitation"]>;
  contactId: number;
  companyId: number;
  format: TimeFormat;
}

function Invited({ invitation, contactId, companyId, format }: InvitedProps) {
  const { method, title, place, starts_at, all_day } = invitation;
  const words = speak(mailWords, format.language);
  const isOffered = method === "request" || method === "other";
  const starts = starts_at === null
    ? null
    : all_day
    ? formatDay(starts_at, format.language)
    : formatAhead(new Date(starts_at), format);
  return (
    <section class="mail-invitation" aria-label={words.invitation}>
      <Icon name="calendar" class="mt-0.5 text-soft" />
      <div class="min-w-0 flex-1">
        <p>
          <span class="text-soft">{words.methods[method]}:</span>{" "}
          <bdi class="font-medium">{title ?? words.untitled}</bdi>
        </p>
        {starts && <p class="text-label text-soft first-letter:uppercase">{starts}</p>}
        {place && (
          <p class="text-label text-soft">
            <bdi>{place}</bdi>
          </p>
        )}
      </div>
      {isOffered && (
        <a
          class="button max-md:w-full"
          href={invitationHref(invitation, { contactId, companyId, format })}
        >
          {words.add}
        </a>
      )}
    </section>
  );
}
