import type { Mailbox } from "@/lib/channels/email/read/mailbox_texts.ts";
import { cleanAddress, cleanLine, mailboxes } from "@/lib/channels/email/read/headers.ts";

/** Sender of a forwarded mail, from its headers or introduction. */

const longestName = 200;
const longestValue = 2_000;
const link = "<mailto:";

export function personIn(value: string | undefined): Mailbox | null {
  const text = withoutLink((value ?? "").slice(0, longestValue));
  return mailboxes([{ key: "from", value: inAngles(text) }], "from", 1).mailboxes[0] ?? null;
}

/** `Ana <ana@b.example<mailto:ana@b.example>>`, and `Ana<mailto:ana@b.example>`. */
function withoutLink(text: string): string {
  const begin = text.indexOf(link);
  if (begin < 0) return text;
  if (!text.slice(0, begin).includes("@")) return text.replace(link, "<");
  const end = text.indexOf(">", begin);
  return text.slice(0, begin) + (end < 0 ? "" : text.slice(end + 1));
}

/** `Ana [mailto:ana@b.example]`, and `Ana (ana@b.example)`. */
function inAngles(text: string): string {
  if (text.includes("<")) return text;
  const at = text.indexOf("@");
  const begin = Math.max(text.lastIndexOf("[", at), text.lastIndexOf("(", at));
  const end = text.slice(Math.max(at, 0)).search(/[\])]/);
  if (at < 0 || begin < 0 || end < 0) return text;
  const address = text.slice(begin + 1, at + end).replace("mailto:", "");
  return `${text.slice(0, begin)}<${address}>`;
}

/** Sender in an introduction: `On Tue, 24 Nov 2026 at 9:00, Ana <ana@b.example> wrote:`. */
export function personIntroducedBy(text: string): Mailbox | null {
  const open = text.indexOf("<");
  const close = text.indexOf(">", open);
  if (open < 0 || close < 0) return personIn(text);
  const address = cleanAddress(text.slice(open + 1, close));
  return address === null ? null : { name: nameBefore(text.slice(0, open)), address };
}

const between = new Set(["AM", "PM", "Uhr", "Missatge"]);

/** Name between the date and the address. */
function nameBefore(text: string): string | null {
  const part = text.slice(text.lastIndexOf(",") + 1).replace("(", " ");
  const words = part.split(/\s/).filter(Boolean);
  const behindDate = words.slice(words.findLastIndex((word) => /\d/.test(word)) + 1);
  const begin = behindDate.findIndex((word) => /^["'\p{Lu}]/u.test(word) && !between.has(word));
  const name = begin < 0 ? "" : behindDate.slice(begin).join(" ").replaceAll('"', "");
  return cleanLine(name, longestName);
}
