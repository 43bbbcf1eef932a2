import type { Forward } from "@/lib/channels/email/read/forward/forward.ts";
import { bounded, forwardsIn, wordsIn } from "@/lib/channels/email/read/forward/forwards_in.ts";
import { dateOf, subjectOf } from "@/lib/channels/email/read/headers.ts";
import { htmlToText } from "@/lib/channels/email/read/html.ts";
import { storable } from "@/lib/channels/email/read/letters.ts";
import { parseMail } from "@/lib/channels/email/read/mime/parse_mail.ts";
import type { Email } from "@/lib/channels/email/read/mime/parsed.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { originOf } from "@/lib/channels/email/read/origin.ts";

const mostBytes = 4_194_304;
const longestText = 100_000;
/** Beginnings of subjects of forwarded mails, by program and language. */
const forwarding = /^\[?(?:fwd?|rv|wg|tr|enc|reenv|birb|i|vs|vb|vl|pd|doorst)\s?:/i;

export function isForwarding(subject: string | null): boolean {
  return forwarding.test(subject ?? "");
}

/** Mails that a mail passes on, within its text or as its only attached mail. */
export function readForwards(
  whole: string,
  { subject, attachments }: { subject: string | null; attachments: Email["attachments"] },
): Forward[] {
  const forwards = forwardsIn(whole, { isForward: isForwarding(subject) });
  const mails = attachments.filter(({ mimeType }) => mimeType === "message/rfc822");
  const [mail] = mails;
  if (forwards.length > 0 || mails.length !== 1 || mail!.content.length > mostBytes) {
    return forwards;
  }
  return attachedForward(mail!.content, wordsIn(splitText(whole).text.split("\n")) || null);
}

function attachedForward(raw: Uint8Array, words: string | null): Forward[] {
  const email = parsed(raw);
  const origin = email && originOf(email.head);
  if (!origin?.from) return [];
  const { head, text, html } = email!;
  const whole = (text?.trim() ? storable(text) : html ? htmlToText(storable(html)) : "")
    .slice(0, longestText);
  const forward = {
    origin,
    words,
    subject: subjectOf(head),
    date: dateOf(head)?.toISOString() ?? null,
    ...bounded(splitText(whole, { isForward: isForwarding(subjectOf(head)) })),
  };
  return [forward, ...forwardsIn(whole, { isForward: true })];
}

function parsed(raw: Uint8Array): Email | undefined {
  try {
    return parseMail(raw);
  } catch {
    return undefined;
  }
}
