import { longestReason } from "@/lib/channels/email/read/bounce/delivery_status.ts";
import {
  arrivals,
  expiries,
  fullnesses,
  has,
  refusals,
} from "@/lib/channels/email/read/bounce/phrases.ts";
import { codesIn, judgeWords, toneOf } from "@/lib/channels/email/read/bounce/verdict.ts";
import { cleanAddress, cleanLine } from "@/lib/channels/email/read/headers.ts";
import type { Bounced } from "@/lib/channels/email/read/mail.ts";

/** Reads who did not get a mail out of a report that a server wrote for people. */

const longestReport = 200_000;
const longestLine = 1_000;
const mostLines = 2_000;
const mostRecipients = 100;
const mostOfRecipient = 14;

/** @param failed addresses that the report's head names */
export function readTranscript(
  text: string,
  { failed, ownAddress, isReturned }: {
    failed: readonly string[];
    ownAddress: string | null;
    isReturned: boolean;
  },
): Bounced[] {
  const lines = reportLines(text);
  const all = lines.join("\n");
  const tone = toneOf(all, isReturned);
  const common = judgeWords(all, tone);
  const places = placesOf(lines, ownAddress);
  for (const address of failed) if (!places.has(address)) places.set(address, []);
  if (places.size === 0) return common ? [{ address: null, ...common, reason: why(lines) }] : [];
  return [...places].slice(0, mostRecipients).flatMap(([address, own]): Bounced[] => {
    const verdict = judgeWords(own.join("\n"), tone) ?? common;
    return verdict ? [{ address, ...verdict, reason: why(own) ?? why(lines) }] : [];
  });
}

const copies = ["copy of the", "copy of your", "original m", "returned message", "unsent message"];
const heads = /^(?:received|return-path|message-id|mime-version|dkim-signature|from):/i;

/** Lines of the report itself, which the mail that came back may follow. */
function reportLines(text: string): string[] {
  const lines = text.slice(0, longestReport).split("\n", mostLines)
    .map((line) => line.slice(0, longestLine).trimEnd());
  const end = lines.findIndex((line) => {
    const isRule = /^[ \t]*[-=+*|]{2}/.test(line) || line.startsWith("Original ");
    const words = line.toLowerCase();
    const isTitle = has(words, copies) || words.includes("message header");
    return (isRule && isTitle && !words.includes("@")) || heads.test(line);
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** Lines that say who wrote what to whom, and not what became of it. */
const notes = new Set([
  ...["to", "cc", "bcc", "from", "sender", "reply-to", "return-path", "subject", "date", "sent"],
  ...["message-id", "in-reply-to", "references", "original sender", "envelope sender", "by"],
  ...["original-envelope-id", "x-original-message-id", "original message-id", "message id"],
]);

/** Lines of each address, from the first that names it to the first that names another. */
function placesOf(lines: readonly string[], ownAddress: string | null): Map<string, string[]> {
  const places = new Map<string, string[]>();
  let current: string[][] = [];
  let isArrival = false;
  for (const line of lines) {
    if (isNote(line)) continue;
    const words = line.toLowerCase();
    if (has(words, arrivals)) isArrival = true;
    else if (!words.includes("@") && has(words, refusals)) isArrival = false;
    if (isArrival) continue;
    const named = addressesIn(line).filter((one) => one !== ownAddress && !isService(one));
    for (const address of named) {
      if (!places.has(address) && places.size < mostRecipients) places.set(address, []);
    }
    if (named.length > 0) current = named.flatMap((address) => [places.get(address) ?? []]);
    for (const own of current) if (line && own.length < mostOfRecipient) own.push(line);
  }
  return places;
}

function isNote(line: string): boolean {
  const bare = line.replace(/^[\s>*|]+/, "");
  if (/^[ \t]*>(?!>)/.test(line)) return true;
  const colon = bare.indexOf(":");
  return colon > 0 && notes.has(bare.slice(0, colon).trim().toLowerCase());
}

/** Addresses of a server's own people, and Message-IDs of ours. */
function isService(address: string): boolean {
  return /^(?:postmaster|mailer-daemon|abuse|helpdesk|[\da-f]{32})@/.test(address);
}

function addressesIn(line: string): string[] {
  return line.split(/[\s<>"'`´’(){}[\],;:=|*]+/).filter((word) => word.includes("@"))
    .map((word) => cleanAddress(word.replace(/[.!?/]{1,5}$/, ""))).filter((one) => one !== null);
}

/** The server's words: from the line with its code on, else the line that says most. */
function why(lines: readonly string[]): string | null {
  const coded = lines.findIndex((line) => codesIn(line).status !== null);
  if (coded >= 0) {
    const rest = lines.slice(coded, coded + 3);
    const end = rest.findIndex((line, at) => at > 0 && (line === "" || line.startsWith("--")));
    return cleanLine(rest.slice(0, end < 0 ? 3 : end).join(" "), longestReason);
  }
  for (const phrases of [fullnesses, expiries, refusals]) {
    const telling = lines.find((line) => has(line.toLowerCase(), phrases));
    if (telling !== undefined) return cleanLine(telling, longestReason);
  }
  return null;
}
