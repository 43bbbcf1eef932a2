import { storable } from "@/lib/channels/email/read/letters.ts";
import { endingOf } from "@/lib/files/endings.ts";

/** Names of a mail's files. */

const longest = 1_000;
const path = /^(?:[a-z]:|~|\.{1,2})?[/\\]/i;

/** Keeps the words of a name that has a slash in it, and of a path its last part. */
export function fileNameOf(original: string): string {
  const name = storable(original).replace(/[\p{Cc}\p{Bidi_C}]/gu, "");
  const last = path.test(name) ? name.split(/[/\\]/).at(-1)! : name;
  return last.replace(/[/\\]/g, "-").slice(0, longest).toWellFormed();
}

/** Name of a file that has none, with the ending of its type. */
export function usualName(type: string, number: number): string {
  if (type === "application/ms-tnef") return "winmail.dat";
  const ending = endingOf(type);
  return ending ? `file-${number}.${ending}` : `file-${number}`;
}

/** Gives a name without an ending, such as `file-1`, that of the type that its bytes have. */
export function withEnding(name: string, type: string): string {
  const ending = /^file-\d{1,5}$/.test(name) ? endingOf(type) : undefined;
  return ending ? `${name}.${ending}` : name;
}
