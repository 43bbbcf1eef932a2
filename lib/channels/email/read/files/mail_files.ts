import { fileNameOf, usualName } from "@/lib/channels/email/read/files/names.ts";
import { storable } from "@/lib/channels/email/read/letters.ts";
import type { LeftOut, MailFile } from "@/lib/channels/email/read/mail.ts";
import type { Attachment, Email } from "@/lib/channels/email/read/mime/parsed.ts";

/** Files of a mail: attachments first, then the pictures in its text, within the bounds. */

const most = { files: 50, named: 90, fileBytes: 26_214_400, bytes: 40_000_000 };

/** @param isReport the mails in it are evidence, and no files */
export function filesOf(
  { attachments, html, restBytes }: Pick<Email, "attachments" | "html" | "restBytes">,
  isReport: boolean,
): { files: MailFile[]; leftOut: LeftOut[] } {
  const inlineIds = shownIds(html ?? "");
  const all = attachments.filter(({ filename, content }) => content.length > 0 || filename)
    .filter(({ mimeType }) => !(isReport && /^(message\/|text\/rfc822)/.test(mimeType)))
    .map(toFile);
  const isShown = ({ type, contentId }: MailFile) =>
    type.startsWith("image/") && contentId !== null && inlineIds.has(contentId);
  const { true: pictures = [], false: others = [] } = Object.groupBy(
    all,
    (file) => `${isShown(file)}`,
  );
  const files: MailFile[] = [];
  const leftOut: LeftOut[] = restBytes > 0
    ? [{ name: "rest.eml", type: "message/partial", size: restBytes, reason: "beyond_parts" }]
    : [];
  let room = most.bytes;
  for (const file of [...others, ...pictures]) {
    const { name, type, bytes: { length: size } } = file;
    const reason = size === 0
      ? "empty"
      : size > most.fileBytes || size > room
      ? "too_large"
      : files.length >= most.files
      ? "too_many"
      : undefined;
    if (reason) leftOut.push({ name, type, size, reason });
    else {
      files.push(file);
      room -= size;
    }
  }
  return { files, leftOut: leftOut.slice(0, most.named) };
}

function toFile({ filename, mimeType, content, contentId }: Attachment, at: number): MailFile {
  const id = contentId && storable(contentId).trim().replace(/^<|>$/g, "");
  return {
    name: fileNameOf(filename ?? "") || usualName(mimeType, at + 1),
    type: mimeType,
    bytes: content,
    contentId: id?.slice(0, 254) || null,
  };
}

function shownIds(html: string): Set<string> {
  return new Set(
    Array.from(html.matchAll(/cid:([^\s"'<>)]{1,254})/gi), ([, id]) => unescaped(id!)),
  );
}

function unescaped(id: string): string {
  const text = id.replaceAll("&amp;", "&");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
