import { Buffer } from "node:buffer";
import MailComposer from "nodemailer/lib/mail-composer";
import type { MailPerson } from "@/lib/db/tables/channels.ts";
import { withoutEnd } from "@/lib/input/edges.ts";
import { foreignLetters } from "@/lib/input/addresses/email_address.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";

/** Outgoing mail: composed anew for each attempt with the same ids and date. */

export interface OutgoingMail {
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  /** Contact of the conversation; null for a mail outside of conversations. */
  contactId: number | null;
  /** Sent with `Auto-Submitted: auto-generated` (RFC 3834). */
  isAutomatic?: boolean;
  subject: string;
  from: MailPerson;
  to: MailPerson[];
  cc: MailPerson[];
  /** Instant when it was written. */
  date: string;
  signature: string | null;
}

export interface OutgoingFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface Circumstances {
  threadId: string | null;
  /** The server takes heads with letters of all scripts (RFC 6531). */
  hasUtf8?: boolean;
}

/** Composes an RFC 5322 message with plain text and HTML alternatives (RFC 2046). */
export async function composeMail(
  mail: OutgoingMail,
  text: string,
  files: OutgoingFile[],
  { threadId, hasUtf8 = true }: Circumstances,
): Promise<Uint8Array> {
  const toRecipient = (person: MailPerson) => hasUtf8 ? toAddress(person) : inAscii(person);
  const whole = mail.signature ? `${text}\n\n-- \n${mail.signature}` : text;
  const composer = new MailComposer({
    messageId: mail.messageId,
    ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo } : {}),
    // Mail programs that truncate References keep the first.
    references: [...(threadId === null ? [] : [threadId]), ...mail.references].join(" "),
    ...(mail.isAutomatic ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    subject: mail.subject,
    from: toAddress(mail.from),
    to: mail.to.map(toRecipient),
    cc: mail.cc.map(toRecipient),
    date: new Date(mail.date),
    text: whole,
    html: textToHtml(whole),
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Uint8Array(await composer.compile().build());
}

function toAddress({ name, address }: MailPerson) {
  return { name: name ?? "", address };
}

/** An address with other letters than ASCII becomes a group without members (RFC 6857). */
function inAscii(person: MailPerson) {
  if (foreignLetters(person.address) === null) return toAddress(person);
  const name = [person.name, shownAddress(person.address)].filter(Boolean).join(" ");
  return `"${name.replace(/["\\]/g, "")}":;`;
}

/** Turns text into HTML with paragraphs, line breaks and links, without remote content. */
export function textToHtml(text: string): string {
  const paragraphs = text.replaceAll("\r\n", "\n").split(/\n{2,}/).filter((one) => one.trim());
  const drawn = paragraphs.map((one) =>
    `<p>${linked(escaped(one)).replaceAll("\n", "<br>\n")}</p>`
  );
  return `<!DOCTYPE html><html><body>\n${drawn.join("\n")}\n</body></html>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => names[char]!);
}

function linked(html: string): string {
  return html.replace(/\bhttps?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s])+/g, (url) => {
    const link = withoutEnd(url, /[.,;:!?)\]]/);
    return `<a href="${link}">${link}</a>${url.slice(link.length)}`;
  });
}
