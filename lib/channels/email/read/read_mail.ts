import PostalMime, { type Attachment, type Email } from "postal-mime";
import { isAuthentic } from "@/lib/channels/email/read/authenticity.ts";
import { automaticKind } from "@/lib/channels/email/read/automatic.ts";
import { readBounce } from "@/lib/channels/email/read/bounce.ts";
import {
  cleanAddress,
  dateOf,
  fieldOf,
  type Head,
  idOf,
  mailboxes,
  referencesOf,
  subjectOf,
} from "@/lib/channels/email/read/headers.ts";
import { htmlToText, sanitise } from "@/lib/channels/email/read/html.ts";
import { readInvitation } from "@/lib/channels/email/read/invitation.ts";
import type { Mail, MailFile } from "@/lib/channels/email/read/mail.ts";
import { inUtf8 } from "@/lib/channels/email/read/letters.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import { unpackWinmail } from "@/lib/channels/email/read/winmail.ts";

/** Reads a raw mail (RFC 5322, 2045): pure, and run in a thread, since strangers wrote it. */

export const longestText = 100_000;
const longestQuoted = 200_000;
const mostRecipients = 200;
const mostFiles = 10;
const mostNamed = 90;
const mostFileBytes = 26_214_400;
const deepest = 1_200;
const mostHeadBytes = 4_194_304;

export interface Reader {
  /** The account's. */
  ownAddress: string | null;
  /** By which its server signs what it found out of a mail's sender. */
  authservId: string | null;
}

/** @throws Error it is no mail that can be read */
export async function readMail(given: Uint8Array, reader: Reader): Promise<Mail> {
  const raw = inUtf8(given);
  const limits = { maxNestingDepth: deepest, maxHeadersSize: mostHeadBytes };
  const email = unpackWinmail(await PostalMime.parse(raw, limits));
  const head: Head = email.headers;
  if (head.length === 0) throw new Error("it has no head");
  const [from] = mailboxes(email.from && [email.from], 1).kept;
  const [replyTo] = mailboxes(email.replyTo, 1).kept;
  const { to, cc, recipients } = recipientsOf(email);
  const bounce = readBounce(head, email.attachments);
  const said = saidIn(email, raw);
  const { html, remotePictures } = email.html
    ? sanitise(clean(email.html))
    : { html: null, remotePictures: 0 };
  const ownAddress = cleanAddress(reader.ownAddress ?? undefined);
  const address = from?.address ?? null;
  return {
    messageId: idOf(fieldOf(head, "message-id")),
    references: referencesOf(head),
    from: from ?? null,
    replyTo: replyTo && replyTo.address !== address ? replyTo : null,
    to,
    cc,
    recipients,
    subject: subjectOf(head),
    date: dateOf(head),
    ...said,
    html,
    remotePictures,
    isVerified: isAuthentic(head, { authservId: reader.authservId, from: address }),
    automatic: automaticKind(head, { from: address, ownAddress, bounce }),
    bounce,
    invitation: readInvitation(email.attachments),
    ...filesOf(email.attachments, bounce !== null),
  };
}

function recipientsOf(email: Email) {
  const to = mailboxes(email.to, mostRecipients);
  const cc = mailboxes(email.cc, mostRecipients - to.kept.length);
  return { to: to.kept, cc: cc.kept, recipients: to.count + cc.count };
}

function saidIn(
  { text, html, attachments }: Email,
  raw: Uint8Array,
): { text: string; quoted: string | null } {
  const hasParts = html || attachments.length > 0;
  const bare = hasParts ? "" : clean(bodyOf(raw));
  const whole = text?.trim() ? clean(text) : html ? htmlToText(clean(html)) : bare;
  const split = splitText(whole);
  return {
    text: cut(split.text, longestText),
    quoted: split.quoted === null ? null : cut(split.quoted, longestQuoted),
  };
}

/** As it came, of a mail whose parts are not where its head says. */
function bodyOf(raw: Uint8Array): string {
  const text = new TextDecoder().decode(raw.subarray(0, mostHeadBytes));
  const head = /\r?\n\r?\n/.exec(text);
  return head ? text.slice(head.index).trim().slice(0, longestText) : "";
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}

/** The first ten; of the rest the names are kept. What is empty, or belongs to a report, is none. */
function filesOf(parts: readonly Attachment[], isReport: boolean) {
  const given = parts.filter(({ content }) => (content as ArrayBuffer).byteLength > 0)
    .filter(({ mimeType }) => !(isReport && /^(message\/|text\/rfc822)/.test(mimeType)))
    .map(toFile);
  const isKept = (file: MailFile, at: number) =>
    at < mostFiles && file.bytes.length <= mostFileBytes;
  return {
    files: given.filter(isKept),
    leftOut: given.filter((file, at) => !isKept(file, at)).slice(0, mostNamed)
      .map(({ name, type, bytes }) => ({ name, type, size: bytes.length })),
  };
}

const extensions: Record<string, string> = {
  "text/calendar": "ics",
  "message/rfc822": "eml",
  "application/ms-tnef": "dat",
};

function toFile(part: Attachment, at: number): MailFile {
  const { filename, mimeType, content, contentId } = part;
  const named = mimeType === "application/ms-tnef" ? "winmail.dat" : `file-${at + 1}`;
  const ending = extensions[mimeType] ?? /^image\/(png|gif|jpeg|webp)$/.exec(mimeType)?.[1];
  const bare = named.includes(".") || !ending ? named : `${named}.${ending}`;
  return {
    name: clean(filename ?? bare).slice(0, 1_000).toWellFormed(),
    type: mimeType,
    bytes: new Uint8Array(content as ArrayBuffer),
    contentId: contentId ? clean(contentId).replace(/^<|>$/g, "").slice(0, 254) : null,
  };
}
