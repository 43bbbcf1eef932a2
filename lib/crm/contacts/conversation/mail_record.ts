import type { MailFacts } from "@/lib/db/channels_schema.ts";
import type { Invitation } from "@/lib/channels/email/read/mail.ts";

/** Headers and invitation of a mail, in the API's shape. */
export function toMail(facts: MailFacts, hasHtml: boolean) {
  const { to, cc, recipients, replyTo, isVerified, remotePictures } = facts;
  return {
    to,
    cc,
    recipients,
    reply_to: replyTo,
    verified: isVerified,
    remote_pictures: remotePictures,
    has_html: hasHtml,
    invitation: facts.invitation && toInvitation(facts.invitation as unknown as Invitation),
  };
}

function toInvitation({ method, title, place, startsAt, endsAt, isAllDay }: Invitation) {
  return { method, title, place, starts_at: startsAt, ends_at: endsAt, all_day: isAllDay };
}
