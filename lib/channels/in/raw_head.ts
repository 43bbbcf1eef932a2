import { dateOf, mailboxes, subjectOf } from "@/lib/channels/email/read/headers.ts";
import { mailBytes } from "@/lib/channels/email/read/letters.ts";

export const mostHeadBytes = 32_768;

/** Reads the fields of a mail that nobody has parsed yet; names are in small letters. */
export function* fieldsOf(raw: Uint8Array): Generator<[name: string, value: string]> {
  const text = new TextDecoder("latin1").decode(mailBytes(raw.subarray(0, mostHeadBytes)));
  let [name, value] = ["", ""];
  for (const ended of text.split("\n")) {
    const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    if (line === "") break;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      value += ` ${line.slice(1)}`;
      continue;
    }
    if (name) yield [name, value];
    const colon = line.indexOf(":");
    [name, value] = colon < 1 ? ["", ""] : [
      line.slice(0, colon).trimEnd().toLowerCase(),
      line.slice(colon + 1),
    ];
  }
  if (name) yield [name, value];
}

/** Reads the subject, sender and date of a mail that cannot be parsed, as far as its head allows. */
export function headOf(raw: Uint8Array) {
  const head = [...fieldsOf(raw)].map(([key, value]) => ({ key, value: inUtf8(value.trim()) }));
  const [from = null] = mailboxes(head, "from", 1).mailboxes;
  return { from, subject: subjectOf(head), sent_at: dateOf(head) };
}

export function inUtf8(value: string): string {
  const bytes = Uint8Array.from(value, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

export function wordsIn(value: string): string[] {
  return value.toLowerCase().split(/[\s<>"(),:;]/);
}
