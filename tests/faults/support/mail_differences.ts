/** Differences of two readings of a mail, in words. */
import type { Reading } from "./mail_readings.ts";

export interface Difference {
  kind: "sender" | "subject" | "text" | "files" | "bytes";
  ours: string;
  theirs: string;
}

const mostWords = 6;
const longestWord = 60;

/** Blanks, capitals, links and the order of what is said count for nothing. */
export function differences(ours: Reading, theirs: Reading): Difference[] {
  const all: Difference[] = [];
  for (const kind of ["sender", "subject"] as const) {
    if (squeezed(ours[kind]) !== squeezed(theirs[kind])) {
      all.push({ kind, ours: quoted(ours[kind]), theirs: quoted(theirs[kind]) });
    }
  }
  const texts = apart(wordsIn(ours.text), wordsIn(theirs.text));
  if (texts) all.push({ kind: "text", ...texts });
  const names = apart(ours.files.map(nameOf), theirs.files.map(nameOf));
  if (names) all.push({ kind: "files", ...names });
  // Of what is left out only the name and the size are known.
  const leftOut = new Set(ours.files.filter(({ digest }) => !digest).map(sizeOf));
  const [own, other] = [ours, theirs].map(({ files }) =>
    files.filter((file) => !leftOut.has(sizeOf(file))).map(bytesOf)
  );
  const bytes = names ? undefined : apart(own!, other!);
  return bytes ? [...all, { kind: "bytes", ...bytes }] : all;
}

type Files = Reading["files"][number];

function nameOf({ name }: Files): string {
  return name || "(no name)";
}

function sizeOf(file: Files): string {
  return `${nameOf(file)} ${file.size}`;
}

function bytesOf(file: Files): string {
  return `${sizeOf(file)} ${file.digest.slice(0, 8)}`;
}

/** What one has and the other has not, as often. */
function apart(ours: string[], theirs: string[]): Omit<Difference, "kind"> | undefined {
  const counts = new Map<string, number>();
  for (const one of ours) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of theirs) counts.set(one, (counts.get(one) ?? 0) - 1);
  const some = (sign: number) => [...counts].filter(([, count]) => count * sign > 0);
  const [more, less] = [some(1), some(-1)];
  return more.length + less.length === 0
    ? undefined
    : { ours: formatWords(more), theirs: formatWords(less) };
}

function formatWords(words: [string, number][]): string {
  const first = words.slice(0, mostWords).map(([word]) => word.slice(0, longestWord)).join(", ");
  return `[${first}${words.length > mostWords ? `, and ${words.length - mostWords} more` : ""}]`;
}

function wordsIn(text: string): string[] {
  const plain = text.normalize("NFC").toLowerCase().replace(/\[[^\]\s]{1,2000}\]/g, " ");
  return plain.match(/[\p{L}\p{N}\ufffd]+/gu) ?? [];
}

function squeezed(text: string): string {
  return text.normalize("NFC").replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, " ").trim();
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
