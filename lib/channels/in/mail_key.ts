import { createHash } from "node:crypto";

const longestHead = 4_194_304;

/**
 * By which a mail is known again, also in a mailbox that its server has rebuilt: its Message-ID, and
 * its head and body without what servers on the way put above them.
 */
export function mailKey(raw: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(raw.subarray(0, longestHead));
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const head = text.slice(0, end).replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = head.filter((line) => /^(message-id|from|date|subject|to):/i.test(line)).sort();
  const hash = createHash("sha256").update(headers.join("\n")).update(raw.subarray(end));
  return `mail:${hash.digest("hex")}`;
}
