import { type Address, decodeWords, type Header } from "postal-mime";
import type { Mailbox } from "@/lib/channels/email/read/mail.ts";

export type Head = readonly Pick<Header, "key" | "value">[];

export function fieldOf(head: Head, name: string): string | undefined {
  return head.find(({ key }) => key === name)?.value;
}

const longestAddress = 254;
const longestName = 200;
const longestId = 500;
const mostIds = 200;

/** Strips characters that Postgres cannot store or that reverse the direction of text. */
export function cleanLine(text: string, most: number): string | null {
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ").trim();
  return [...clean.slice(0, 2 * most)].slice(0, most).join("") || null;
}

export function cleanAddress(text: string | undefined): string | null {
  const address = text?.trim().toLowerCase() ?? "";
  return address.length <= longestAddress && /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(address) &&
      address.isWellFormed()
    ? address
    : null;
}

export function mailboxes(given: Address[] | undefined, most: number): {
  kept: Mailbox[];
  count: number;
} {
  const found = new Map<string, Mailbox>();
  let count = 0;
  for (const one of given ?? []) {
    for (const { name, address: text } of one.group ?? [one]) {
      count++;
      const address = cleanAddress(text);
      if (!address || found.size >= most || found.has(address)) continue;
      found.set(address, { name: nameOf(name, address), address });
    }
  }
  return { kept: [...found.values()], count };
}

/** Drops a display name that is an address: it is redundant or misleading. */
function nameOf(text: string, address: string): string | null {
  const name = cleanLine(text.replace(/^(["'])(.*)\1$/s, "$2"), longestName);
  return name === null || name.toLowerCase() === address ? null : name;
}

/** Message-IDs in a header, with their angle brackets: the form in which ids are compared. */
export function idsIn(text: string | undefined): string[] {
  const found = (text ?? "").matchAll(/<([^<>\s]{1,500})>/g);
  const ids = [...new Set([...found].map(([whole]) => whole.toWellFormed()))];
  // The first ids identify the thread, the last ones the answered mail.
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
  return cleanLine(decodeWords(fieldOf(head, "subject") ?? ""), 300);
}

/** Null if the date is invalid or not plausible for a mail. */
export function dateOf(head: Head): Date | null {
  const at = new Date(fieldOf(head, "date")?.replace(/\(.*?\)/g, "") ?? "");
  const year = at.getUTCFullYear();
  return year >= 1980 && year <= 2200 ? at : null;
}
