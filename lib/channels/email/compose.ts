import { Buffer } from "node:buffer";
import MailComposer from "nodemailer/lib/mail-composer";
import type { MailPerson } from "@/lib/db/channels_schema.ts";

/** A mail as it leaves: built afresh for each attempt, its ids and its date stay. */

export interface OutgoingMail {
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  /** Whose thread it is in; null of a mail that belongs to none. */
  contactId: number | null;
  /** Nobody sat down to write it (RFC 3834). */
  isAutomatic?: boolean;
  subject: string;
  from: MailPerson;
  to: MailPerson[];
  cc: MailPerson[];
  /** When it was written, as an instant. */
  date: string;
  signature: string | null;
}

export interface OutgoingFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** RFC 5322, its text in plain and as HTML (RFC 2046). */
export async function composeMail(
  mail: OutgoingMail,
  text: string,
  files: OutgoingFile[],
  threadId: string | null,
): Promise<Uint8Array> {
  const whole = mail.signature ? `${text}\n\n-- \n${mail.signature}` : text;
  const composer = new MailComposer({
    messageId: mail.messageId,
    ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo } : {}),
    // Programs that cut them keep the first.
    references: [...(threadId === null ? [] : [threadId]), ...mail.references].join(" "),
    ...(mail.isAutomatic ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    subject: mail.subject,
    from: toAddress(mail.from),
    to: mail.to.map(toAddress),
    cc: mail.cc.map(toAddress),
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

/** The same words: paragraphs, lines and links, and nothing that would be fetched. */
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
  return html.replace(/\bhttps?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s])+/g, (found) => {
    const end = /[.,;:!?)\]]*$/.exec(found)!.index;
    const link = found.slice(0, end);
    return `<a href="${link}">${link}</a>${found.slice(end)}`;
  });
}
