import { blocksOf, readDeliveryStatus } from "@/lib/channels/email/read/bounce/delivery_status.ts";
import { has, senders, subjects } from "@/lib/channels/email/read/bounce/phrases.ts";
import { readTranscript } from "@/lib/channels/email/read/bounce/transcript.ts";
import {
  cleanAddress,
  fieldOf,
  idOf,
  referencesOf,
  subjectOf,
} from "@/lib/channels/email/read/headers.ts";
import { htmlToText } from "@/lib/channels/email/read/html.ts";
import { behindHead } from "@/lib/channels/email/read/letters.ts";
import type { Bounce } from "@/lib/channels/email/read/mail.ts";
import type { Attachment, Email, Head } from "@/lib/channels/email/read/mime/parsed.ts";

/** Reports of mail servers on what became of a mail: RFC 3464, or only in words. */

const mostRecipients = 100;
const mostReturned = 20;
const mostIds = 500;
const longestReport = 200_000;
const longestBody = 400_000;

export interface ReturnedMail {
  /** A report by the standard. */
  bounce: Bounce | null;
  /** A report in words: it counts where it is about a mail of ours. */
  likelyBounce: Bounce | null;
}

interface BounceInput {
  email: Email;
  raw: Uint8Array;
  ownAddress: string | null;
}

const reportTypes = new Set([
  ...["message/delivery-status", "message/global-delivery-status", "message/xdelivery-status"],
  ...["message/x-delivery-status", "text/delivery-status"],
]);

export function readBounce({ email, raw, ownAddress }: BounceInput): ReturnedMail {
  const { head, attachments } = email;
  // A person who passes a report on writes no report.
  const report = isReport(head) && attachments.find(({ mimeType }) => reportTypes.has(mimeType));
  const fields = report ? readDeliveryStatus(textOf(report)) : [];
  if (report && (fields.length > 0 || !looksReturned(head))) {
    const ids = [...idsOf(attachments), ...referencesOf(head)];
    const about = ids.length > 0 ? ids : idsIn(bodyOf(raw));
    const recipients = fields.slice(0, mostRecipients);
    const bounce = { about: [...new Set(about)], recipients, isInWords: false };
    return { bounce, likelyBounce: null };
  }
  return { bounce: null, likelyBounce: readLikely({ email, raw, ownAddress }) };
}

/** A null sender alone is what absent people's notes have too: then only codes and ids count. */
function readLikely({ email, raw, ownAddress }: BounceInput): Bounce | null {
  const { head, attachments } = email;
  const isNamed = looksReturned(head);
  if (!isNamed && !hasNullSender(head)) return null;
  const text = reportText(email);
  const fields = /^(?:final|original)-recipient\s*:/im.test(text) ? readDeliveryStatus(text) : [];
  const failed = (fieldOf(head, "x-failed-recipients") ?? "").slice(0, longestReport).split(",")
    .map(cleanAddress).filter((address) => address !== null).slice(0, mostRecipients);
  const named = fields.filter(({ action }) => action !== "other");
  const isReturned = subjectOf(head)?.toLowerCase().startsWith("returned mail") ?? false;
  const options = { failed, ownAddress, isReturned };
  const recipients = (named.length > 0 ? named : readTranscript(text, options))
    .filter(({ status }) => isNamed || status !== null);
  if (recipients.length === 0) return null;
  const ids = [...idsOf(attachments), ...idsIn(bodyOf(raw)), ...idsIn(text)];
  const about = [...new Set([...ids, ...(isServer(head) ? referencesOf(head) : [])])];
  if (about.length === 0) return null;
  return { about, recipients: recipients.slice(0, mostRecipients), isInWords: true };
}

function isReport(head: Head): boolean {
  return /^\s*multipart\/report/i.test(fieldOf(head, "content-type") ?? "") ||
    hasNullSender(head) || looksReturned(head);
}

function looksReturned(head: Head): boolean {
  const subject = subjectOf(head)?.toLowerCase() ?? "";
  return isServer(head) || subjects.some((phrase) => subject.startsWith(phrase));
}

/** A subject alone may be a customer's, whose answer refers to our mail too. */
function isServer(head: Head): boolean {
  return isDaemon(head) || fieldOf(head, "x-failed-recipients") !== undefined;
}

const longestFrom = 1_000;

/** A program of a mail server, with or without an address. */
export function isDaemon(head: Head): boolean {
  return has((fieldOf(head, "from") ?? "").slice(0, longestFrom).toLowerCase(), senders);
}

/** `Return-Path: <>`: the sender wants no report. */
export function hasNullSender(head: Head): boolean {
  const path = fieldOf(head, "return-path");
  return path !== undefined && /^\s*<\s*>/.test(path) && cleanAddress(path) === null;
}

/** The report's own text, with the texts that are attached to it. */
function reportText({ text, html, attachments }: Email): string {
  const body = text?.trim() ? text : html ? htmlToText(html) : "";
  const parts = attachments.filter(({ mimeType }) =>
    mimeType === "text/plain" || reportTypes.has(mimeType)
  ).slice(0, mostReturned);
  const texts = [body.slice(0, longestReport), ...parts.map(textOf)];
  return texts.join("\n\n").replaceAll("\r\n", "\n").slice(0, 2 * longestReport);
}

const returnedTypes = new Set([
  ...["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"],
  ...["text/rfc822", "message/rfc822-headers", "message/partial", "text/plain"],
]);

function idsOf(parts: readonly Attachment[]): string[] {
  const returned = parts.filter(({ mimeType }) => returnedTypes.has(mimeType));
  return returned.slice(0, mostReturned).flatMap((part) => {
    const text = textOf(part);
    const id = idOf(blocksOf(text)[0]?.get("message-id"));
    return id === null ? idsIn(text) : [id];
  });
}

/** Message-IDs, in angle brackets or behind their field's name without them. */
function idsIn(text: string): string[] {
  const bare = [...text.matchAll(/\bmessage-?id:[ \t]{0,20}([^\s<>]{1,400}@[^\s<>]{1,400})/gi)];
  const ids = text.match(/<[^<>\s@]{1,300}@[^<>\s@]{1,255}>/g) ?? [];
  return [...ids, ...bare.map(([, id]) => `<${id}>`)].slice(0, mostIds)
    .map((id) => id.toWellFormed());
}

/** The body alone: the head names the mails that it answers. */
function bodyOf(raw: Uint8Array): string {
  return behindHead(new TextDecoder().decode(raw.subarray(0, longestBody)));
}

function textOf({ content }: Attachment): string {
  const text = new TextDecoder().decode(content.subarray(0, 2 * longestReport));
  return text.replaceAll("\r\n", "\n").slice(0, longestReport);
}
