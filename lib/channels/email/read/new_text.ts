import { type Head, Heads } from "@/lib/channels/email/read/quotation/heads.ts";
import { signatureLines } from "@/lib/channels/email/read/quotation/signature.ts";

/** Separates the new text of a mail from the quoted mail and the signature below it. */
export function splitText(
  text: string,
  { isForward = false } = {},
): { text: string; quoted: string | null } {
  const whole = text.replace(/\r\n?/g, "\n");
  const fragments = partsOf(whole.split("\n"), isForward).flatMap(withoutSignature);
  const last = fragments.findLastIndex(({ isOwn }) => isOwn);
  const first = fragments.findIndex(({ isOwn }) => isOwn);
  // New text above and below a quoted part answers it line by line: that part stays in the text.
  const isBetween = fragments.slice(first, last).some(({ isQuoted }) => isQuoted);
  const [visible, hidden] = [true, false].map((wanted) =>
    joined(fragments.filter(({ isOwn }, at) => (isBetween ? at <= last : isOwn) === wanted))
  ) as [string, string];
  // A forwarded mail has no new text: then all of it is shown.
  return visible === ""
    ? { text: whole.trim(), quoted: null }
    : { text: visible, quoted: hidden || null };
}

interface Fragment {
  lines: string[];
  isQuoted: boolean;
  isOwn: boolean;
}

interface Part {
  lines: string[];
  kind: "own" | "quoted" | "forwarded";
}

function partsOf(lines: readonly string[], isForward: boolean): Part[] {
  const parts: Part[] = [];
  const heads = new Heads(lines);
  const add = (kind: Part["kind"], begin: number, end: number) => {
    const last = parts.at(-1);
    if (last?.kind !== kind) parts.push({ kind, lines: lines.slice(begin, end) });
    else for (let at = begin; at < end; at++) last.lines.push(lines[at]!);
  };
  for (let at = 0; at < lines.length;) {
    const head = heads.at(at);
    if (head?.kind === "forwarded" || isForward && head?.kind === "headers") {
      add("forwarded", at, lines.length);
      break;
    }
    const behind = lines[at]!.startsWith(">") ? at + 1 : head && behindQuotation(lines, head);
    add(behind === undefined ? "own" : "quoted", at, behind ?? at + 1);
    at = behind ?? at + 1;
  }
  return parts;
}

/** @returns undefined where what stands below is no quotation */
function behindQuotation(lines: readonly string[], head: Head): number | undefined {
  let below = head.behind;
  while (below < lines.length && lines[below]!.trim() === "") below++;
  if (lines[below]?.startsWith(">")) return below;
  return head.isCertain ? lines.length : undefined;
}

function withoutSignature({ kind, lines }: Part): Fragment[] {
  if (kind !== "own") return [{ lines, isQuoted: kind === "quoted", isOwn: kind === "forwarded" }];
  const added = signatureLines(lines);
  const fragments: Fragment[] = [];
  for (const [at, line] of lines.entries()) {
    const isOwn = !added.has(at);
    if (fragments.at(-1)?.isOwn === isOwn) fragments.at(-1)!.lines.push(line);
    else fragments.push({ lines: [line], isQuoted: false, isOwn });
  }
  return fragments.map((one) => ({
    ...one,
    isOwn: one.isOwn && one.lines.some((line) => line.trim() !== ""),
  }));
}

function joined(fragments: readonly Fragment[]): string {
  return fragments.map(({ lines }) => {
    const trimmed = lines.map((line) => line === "-- " ? line : line.trimEnd());
    const first = trimmed.findIndex((line) => line !== "");
    return trimmed.slice(Math.max(0, first)).join("\n").trimEnd();
  }).filter(Boolean).join("\n\n");
}
