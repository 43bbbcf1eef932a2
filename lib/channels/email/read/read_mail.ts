import { isAuthentic } from "@/lib/channels/email/read/authenticity.ts";
import { automaticKind } from "@/lib/channels/email/read/automatic.ts";
import { readBounce } from "@/lib/channels/email/read/bounce/read_bounce.ts";
import {
  cleanAddress,
  dateOf,
  fieldOf,
  idOf,
  mailboxes,
  referencesOf,
  subjectOf,
} from "@/lib/channels/email/read/headers.ts";
import { isForwarding, readForwards } from "@/lib/channels/email/read/forward/read_forwards.ts";
import { filesOf } from "@/lib/channels/email/read/files/mail_files.ts";
import { htmlToText, sanitise } from "@/lib/channels/email/read/html.ts";
import { readInvitation } from "@/lib/channels/email/read/calendar/invitation.ts";
import type { Mail } from "@/lib/channels/email/read/mail.ts";
import { parseMail } from "@/lib/channels/email/read/mime/parse_mail.ts";
import type { Email, Head } from "@/lib/channels/email/read/mime/parsed.ts";
import {
  behindHead,
  mailBytes,
  readUndeclared,
  storable,
} from "@/lib/channels/email/read/letters.ts";
import { deliveredTo, originOf } from "@/lib/channels/email/read/origin.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { unpackWinmail } from "@/lib/channels/email/read/winmail.ts";

/** Reads a raw mail (RFC 5322, 2045): pure, and run in a thread, since strangers wrote it. */

export const longestText = 100_000;
const longestQuoted = 200_000;
const mostRecipients = 200;
const mostBareBytes = 4_194_304;

export interface Reader {
  /** The account's. */
  ownAddress: string | null;
  /** Name by which the mailbox's server signs its Authentication-Results. */
  authservId: string | null;
  /** The company's. */
  timeZone?: string;
}

/** @throws Error it is no mail that can be read */
export function readMail(bytes: Uint8Array, reader: Reader): Mail {
  const raw = mailBytes(bytes);
  const email = unpackWinmail(parseMail(raw));
  const { head } = email;
  if (head.length === 0) throw new Error("it has no head");
  const origin = originOf(head);
  const { from, replyTo: [replyTo] } = origin;
  const { count: senders } = mailboxes(head, "from", 1);
  const { to, cc, recipients } = recipientsOf(head);
  const date = dateOf(head);
  const subject = subjectOf(head);
  const { whole, ...body } = mailBodyOf(email, raw, isForwarding(subject));
  const { html, remotePictures } = email.html
    ? sanitise(storable(email.html))
    : { html: null, remotePictures: 0 };
  const ownAddress = cleanAddress(reader.ownAddress ?? undefined);
  const address = from?.address ?? null;
  const { bounce, likelyBounce } = readBounce({ email, raw, ownAddress });
  return {
    messageId: idOf(fieldOf(head, "message-id")),
    references: referencesOf(head),
    from,
    origin,
    replyTo: replyTo && replyTo.address !== address ? replyTo : null,
    to,
    cc,
    recipients,
    deliveredTo: deliveredTo(head, [...to, ...cc]).filter((one) => one !== ownAddress),
    subject,
    date,
    ...body,
    forwards: bounce ? [] : readForwards(cut(whole, longestText + longestQuoted), {
      subject,
      attachments: email.attachments,
    }),
    html,
    remotePictures,
    isVerified: senders === 1 &&
      isAuthentic(head, { authservId: reader.authservId, from: address }),
    isSigned: email.isSigned,
    automatic: automaticKind(head, { from: address, ownAddress, bounce }),
    bounce,
    likelyBounce,
    invitation: readInvitation(email.attachments, {
      timeZone: reader.timeZone ?? "UTC",
      at: date ?? new Date(),
    }),
    ...filesOf(withLongText(email, whole, body), bounce !== null),
  };
}

function recipientsOf(head: Head) {
  const to = mailboxes(head, "to", mostRecipients);
  const cc = mailboxes(head, "cc", mostRecipients - to.mailboxes.length);
  return { to: to.mailboxes, cc: cc.mailboxes, recipients: to.count + cc.count };
}

function mailBodyOf(
  { text, html, attachments }: Email,
  raw: Uint8Array,
  isForward: boolean,
): MailBody & { whole: string } {
  const hasParts = html || attachments.length > 0;
  const bare = hasParts ? "" : storable(bodyOf(raw));
  const whole = text?.trim() ? storable(text) : html ? htmlToText(storable(html)) : bare;
  const split = splitText(cut(whole, longestText + longestQuoted), { isForward });
  return {
    whole,
    text: cut(split.text, longestText),
    quoted: split.quoted === null ? null : cut(split.quoted, longestQuoted),
  };
}

interface MailBody {
  text: string;
  quoted: string | null;
}

/** A text that is too long for a message goes on in a file, which has all of it. */
function withLongText(email: Email, whole: string, { text, quoted }: MailBody): Email {
  const isWhole = text.length < longestText && (quoted ?? "").length < longestQuoted;
  if (isWhole || email.isCut) return email;
  const content = new TextEncoder().encode(whole);
  const file = { filename: "text.txt", mimeType: "text/plain", disposition: "attachment", content };
  return { ...email, attachments: [...email.attachments, file] };
}

/** Returns the raw body of a mail whose parts cannot be found. */
function bodyOf(raw: Uint8Array): string {
  const text = readUndeclared(raw.subarray(0, mostBareBytes));
  return behindHead(text).trim().slice(0, longestText);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}
