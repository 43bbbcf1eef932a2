import { decodeWords } from "postal-mime";
import { cutText } from "@/lib/input/cut_text.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import {
  type Mailbox,
  mailboxTexts,
  readMailbox,
} from "@/lib/channels/email/read/mailbox_texts.ts";
import type { Head } from "@/lib/channels/email/read/mime/parsed.ts";

export function fieldOf(head: Head, name: string): string | undefined {
  return head.find(({ key }) => key === name)?.value;
}

const longestAddress = 254;
const longestName = 200;
const longestId = 500;
const mostIds = 200;
const longestIds = 200_000;
const longestSubject = 4_000;
const longestDate = 200;

/** Strips characters that Postgres cannot store or that reverse the direction of text. */
export function cleanLine(text: string, most: number): string | null {
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Bidi_C}\s]+/gu, " ").trim();
  return cutText(clean, most).trimEnd() || null;
}

export function cleanAddress(text: string | undefined): string | null {
  const written = text?.trim() ?? "";
  const address = written.length > 4 * longestAddress ? "" : comparedAddress(written);
  return address.length <= longestAddress && /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(address) &&
      address.isWellFormed()
    ? address
    : null;
}

/** Addresses that are parsed of a field; beyond them they are only counted. */
const mostParsed = 10_000;

/** @param most addresses that are kept, of all fields with that name; all are counted */
export function mailboxes(head: Head, name: string, most: number): {
  mailboxes: Mailbox[];
  count: number;
} {
  const byAddress = new Map<string, Mailbox>();
  let count = 0;
  for (const { key, value } of head) {
    if (key !== name) continue;
    for (const text of mailboxTexts(value)) {
      if (count++ >= mostParsed || byAddress.size >= most) continue;
      const written = readMailbox(text);
      const address = cleanAddress(written.address);
      if (address && !byAddress.has(address)) {
        byAddress.set(address, { name: nameOf(written.name), address });
      }
    }
  }
  return { mailboxes: [...byAddress.values()], count };
}

/** Drops a display name that is an address: it is redundant or misleading. */
function nameOf(text: string): string | null {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text[0]!);
  const name = cleanLine(isQuoted ? text.slice(1, -1) : text, longestName);
  const hasWord = name?.split(" ").some((word) => !isAddress(word) && /[\p{L}\p{N}]/u.test(word));
  return hasWord ? name : null;
}

function isAddress(word: string): boolean {
  return cleanAddress(word.replace(/^["'<([]/, "").replace(/["'>)\].,]$/, "")) !== null;
}

/** Message-IDs in a header, with their angle brackets: the form in which ids are compared. */
export function idsIn(text: string | undefined): string[] {
  // The first ids identify the thread, the last ones the answered mail.
  const near = !text || text.length <= longestIds
    ? text ?? ""
    : `${text.slice(0, longestIds / 2)} ${text.slice(-longestIds / 2)}`;
  const matches = near.match(/<[^<>\s]{1,500}>/g) ?? [];
  const ids = [...new Set(matches.map((id) => id.toWellFormed()))];
  return ids.length <= mostIds ? ids : [...ids.slice(0, 20), ...ids.slice(20 - mostIds)];
}

export function idOf(text: string | undefined): string | null {
  const [first] = idsIn(text);
  if (first) return first;
  const bare = text?.trim().toWellFormed() ?? "";
  return /^[^\s<>]+$/.test(bare) && bare.length <= longestId ? `<${bare}>` : null;
}

export function referencesOf(head: Head): string[] {
  const parent = idsIn(fieldOf(head, "in-reply-to"));
  const line = idsIn(fieldOf(head, "references")).filter((id) => !parent.includes(id));
  return [...line, ...parent];
}

export function subjectOf(head: Head): string | null {
  return cleanLine(decodeWords(fieldOf(head, "subject")?.slice(0, longestSubject) ?? ""), 300);
}

/** Null if the date is invalid or not plausible for a mail. */
export function dateOf(head: Head): Date | null {
  const text = withoutComments(fieldOf(head, "date")?.slice(0, longestDate) ?? "");
  const at = new Date(text);
  const year = at.getUTCFullYear();
  return year >= 1980 && year <= 2200 ? at : null;
}

/** Comments may nest; quoted strings may hold what looks like one, or like a result. */
export function withoutComments(text: string): string {
  let depth = 0;
  let isQuoted = false;
  let output = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\\") {
      at++;
      continue;
    }
    if (depth === 0 && char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === "(") depth++;
    else if (!isQuoted && depth > 0 && char === ")") depth--;
    else if (depth === 0 && !(isQuoted && char === ";")) output += char;
  }
  return output;
}
