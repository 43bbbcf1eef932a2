import type { Mailbox } from "@/lib/channels/email/read/mailbox_texts.ts";
import type { Forward } from "@/lib/channels/email/read/forward/forward.ts";
import { personIn, personIntroducedBy } from "@/lib/channels/email/read/forward/people.ts";
import { cleanLine } from "@/lib/channels/email/read/headers.ts";
import { splitText } from "@/lib/channels/email/read/new_text.ts";
import type { Origin } from "@/lib/channels/email/read/origin.ts";
import {
  headerBlockAt,
  type HeaderValues,
} from "@/lib/channels/email/read/quotation/header_block.ts";
import { type Head, Heads } from "@/lib/channels/email/read/quotation/heads.ts";
import { signatureLines } from "@/lib/channels/email/read/quotation/signature.ts";
import { behindSeparator, separated } from "@/lib/channels/email/read/quotation/separator.ts";

const most = { forwards: 5, letters: 50_000, subject: 300, date: 100 };

/** Finds the mails that a text passes on, the outermost first, each within the one before. */
export function forwardsIn(whole: string, { isForward }: { isForward: boolean }): Forward[] {
  const forwards: Forward[] = [];
  const words: string[] = [];
  let lines = linesOf(whole);
  for (let depth = 0; depth < most.forwards; depth++) {
    const block = outermost(lines, isForward || depth > 0);
    // Beyond a mail whose sender cannot be told nobody knows whose the next one is.
    if (!block || block.origin === null) break;
    const above = wordsIn(block.above);
    if (above !== "") words.push(above);
    if (block.origin) forwards.push(forwardOf({ ...block, origin: block.origin }, words));
    lines = block.below;
  }
  return forwards;
}

/** Without what a program added, which may be all there is. */
export function wordsIn(lines: readonly string[]): string {
  const added = signatureLines(lines);
  return lines.filter((_, at) => !added.has(at)).join("\n").trim();
}

interface Block {
  above: string[];
  /** Null where its headers name no address; none without headers. */
  origin?: Origin | null;
  subject?: string;
  date?: string;
  below: string[];
}

function forwardOf(
  { origin, subject, date, below }: Block & { origin: Origin },
  words: readonly string[],
): Forward {
  return {
    origin,
    subject: cleanLine(subject ?? "", most.subject),
    date: cleanLine(date ?? "", most.date),
    words: words.join("\n\n").slice(0, most.letters).toWellFormed() || null,
    ...bounded(splitText(below.join("\n"))),
  };
}

export function bounded({ text, quoted }: ReturnType<typeof splitText>) {
  const cut = (long: string) => long.slice(0, most.letters).toWellFormed();
  return { text: cut(text), quoted: quoted === null ? null : cut(quoted) };
}

/** Some programs write the first header into the line of the separator. */
function linesOf(whole: string): string[] {
  return whole.replace(/\r\n?/g, "\n").split("\n").flatMap((line) => {
    const rest = separated(line) ? behindSeparator(line) : "";
    return rest === "" ? [line] : [line.slice(0, line.lastIndexOf(rest)), rest];
  });
}

/** Some programs put `>` before the whole forward, its separator included. */
function outermost(lines: readonly string[], isForward: boolean): Block | undefined {
  const block = blockIn(lines, isForward);
  if (block || !isForward || !lines.some((line) => line.startsWith(">"))) return block;
  return blockIn(lines.map(unquoted), isForward);
}

function blockIn(lines: readonly string[], isForward: boolean): Block | undefined {
  const heads = new Heads(lines);
  for (let at = 0; at < lines.length; at++) {
    const head = heads.at(at);
    if (!head) continue;
    if (head.kind === "forwarded" || isForward && isAddressed(lines, at, head)) {
      return blockOf(lines, at, head);
    }
    // Below it stands the mail that is answered: a forward there is an older one.
    if (head.isCertain && !isForward) return undefined;
  }
  return undefined;
}

function isAddressed(lines: readonly string[], at: number, { kind, behind }: Head): boolean {
  return kind !== "introduction" || lines.slice(at, behind).some((line) => line.includes("@"));
}

function blockOf(lines: readonly string[], at: number, head: Head): Block {
  const above = lines.slice(0, at);
  if (head.headers) {
    return { above, ...mailOf(head.headers), below: textOf(lines.slice(head.behind)) };
  }
  const below = linesBelow(lines, head.behind);
  if (head.kind === "introduction") {
    const text = lines.slice(at, head.behind).join(" ");
    return { above, origin: originOf(personIntroducedBy(text)), below };
  }
  const block = headerBlockAt(below, 0, true);
  return block
    ? { above, ...mailOf(block.values), below: textOf(below.slice(block.behind)) }
    : { above, below };
}

function mailOf(headers: HeaderValues): Omit<Block, "above" | "below"> {
  const origin = originOf(personIn(headers.get("from")), personIn(headers.get("reply")));
  return { origin, subject: headers.get("subject"), date: headers.get("sent") };
}

function originOf(from: Mailbox | null, reply: Mailbox | null = null): Origin | null {
  return from && {
    from,
    replyTo: reply ? [reply] : [],
    listed: null,
    relayed: null,
    lists: [],
    isBulk: false,
    isGenerated: false,
  };
}

/** Up to where it is no longer quoted, without the marks, if its first line is. */
function linesBelow(lines: readonly string[], from: number): string[] {
  let begin = from;
  while (begin < lines.length && lines[begin]!.trim() === "") begin++;
  const below = lines.slice(begin);
  if (!below[0]?.startsWith(">")) return below;
  const end = below.findIndex((line) => line.trim() !== "" && !line.startsWith(">"));
  return (end < 0 ? below : below.slice(0, end)).map(unquoted);
}

function textOf(lines: string[]): string[] {
  const isQuoted = lines.every((line) => line.startsWith(">") || line.trim() === "");
  return isQuoted ? lines.map(unquoted) : lines;
}

function unquoted(line: string): string {
  return line.startsWith("> ") ? line.slice(2) : line.startsWith(">") ? line.slice(1) : line;
}
