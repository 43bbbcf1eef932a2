import type { Part } from "@/lib/channels/email/read/mime/structured.ts";
import { decodeWords } from "postal-mime";
import { fieldOf } from "@/lib/channels/email/read/headers.ts";
import { bytesOf, textOf } from "@/lib/channels/email/read/mime/body.ts";
import type { Attachment } from "@/lib/channels/email/read/mime/parsed.ts";

/** Parts of a mail that are files. */

const longestName = 4_000;
const mostCalendarBytes = 1_000_000;

export function filenameOf({ type, disposition }: Part): string | null {
  const name = disposition.params.get("filename") || type.params.get("name");
  return name ? decodeWords(name.slice(0, longestName)) : null;
}

export function toAttachment(part: Part): Attachment {
  const { type, disposition, fields } = part;
  const isCalendar = type.value === "text/calendar" || type.value === "application/ics";
  const contentId = fieldOf(fields, "content-id");
  const method = isCalendar && type.params.get("method")?.trim().toUpperCase();
  return {
    filename: filenameOf(part),
    mimeType: type.value,
    disposition: disposition.value || null,
    content: bytesOf(part),
    ...(isCalendar ? { text: textOf(part, mostCalendarBytes) } : {}),
    ...(contentId ? { contentId } : {}),
    ...(method ? { method } : {}),
  };
}

const looked = 4_096;
const fewestPerNul = 4;
const mayStand = new Set(["\t", "\n", "\v", "\f", "\r", "\x0e", "\x0f", "\x1a", "\x1b"]);

/** Reports whether a part that does not say its type can be read. */
export function isReadable(part: Part): boolean {
  const chars = [...textOf(part, looked)];
  const nuls = chars.filter((char) => char === "\0").length;
  return nuls * fewestPerNul <= chars.length &&
    chars.every((char) => char >= " " || char === "\0" || mayStand.has(char));
}

const short = { chars: 2_000, lines: 20 };

export function isShort(text: string): boolean {
  return text.length <= short.chars && text.trimEnd().split("\n").length <= short.lines;
}
