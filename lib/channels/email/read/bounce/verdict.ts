import {
  delays,
  ends,
  expiries,
  fullnesses,
  has,
  refusals,
} from "@/lib/channels/email/read/bounce/phrases.ts";
import type { Bounced } from "@/lib/channels/email/read/mail.ts";

/** Reads a server's answer: its reply codes (RFC 5321, 3463) first, then its phrases. */

export type Verdict = Pick<Bounced, "action" | "status">;

/** Signs in the whole report, which hold for each of its recipients. */
export interface Tone {
  isDelay: boolean;
  isEnd: boolean;
  isExpiry: boolean;
}

const expired = "4.4.7";

export function toneOf(text: string, isReturned: boolean): Tone {
  const words = text.toLowerCase();
  const isExpiry = has(words, expiries);
  const isEnd = isReturned || isExpiry || has(words, ends);
  return { isExpiry, isEnd, isDelay: !isEnd && has(words, delays) };
}

export function judgeWords(text: string, tone: Tone): Verdict | undefined {
  const words = withoutAddresses(text).toLowerCase();
  const { status, isFinal } = codesIn(text);
  const isFailure = status !== null || has(words, refusals) || has(words, fullnesses);
  if (!isFailure && !has(words, expiries)) return undefined;
  if (tone.isDelay) return { action: "delayed", status };
  if (isFinal) return { action: "failed", status };
  if (tone.isExpiry) return { action: "failed", status: status ?? expired };
  if (status !== null) return { action: tone.isEnd ? "failed" : "delayed", status };
  return { action: has(words, fullnesses) ? "delayed" : "failed", status };
}

const enhanced = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const reply = /(?<![\w.:/+-])[45][0-5]\d(?![\w.:/]\w|\w)/g;

/** The enhanced code tells more than a reply's three digits; a 5 in either is final. */
export function codesIn(text: string): { status: string | null; isFinal: boolean } {
  const codes = text.match(enhanced) ?? [];
  const replies = text.match(reply) ?? [];
  const isFinal = [...codes, ...replies].some((code) => code.startsWith("5"));
  const mainCode = codes.find((code) => code.startsWith("5")) ?? codes[0];
  const status = mainCode ?? (replies.length > 0 ? `${isFinal ? 5 : 4}.0.0` : null);
  return { status, isFinal };
}

/** An address may be made of words that are looked for. */
function withoutAddresses(text: string): string {
  return text.split(/([\s<>]+)/).filter((word) => !word.includes("@")).join("");
}
