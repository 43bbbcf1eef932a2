import { decode } from "@/lib/channels/email/read/charsets.ts";
import { inUtf8 } from "@/lib/channels/email/read/letters.ts";
import {
  type Field,
  type Part,
  readStructured,
} from "@/lib/channels/email/read/mime/structured.ts";
import { readType } from "@/lib/channels/email/read/mime/type.ts";
import { inUtf8Words } from "@/lib/channels/email/read/mime/words.ts";

/** Splits a mail into its parts (RFC 5322, 2046), in one pass over its bytes. */

/** Remaining bounds for a mail and the mails inside of it. */
export interface Budget {
  parts: number;
  headBytes: number;
}

const deepest = 1_200;
const mostFields = 20_000;
const longestBoundary = 1_000;
const lineFeed = 10;
const dash = 45;

interface Open {
  part: Part;
  boundary: string;
  depth: number;
}

/**
 * @returns the parts that the budget allows, and the bytes that stand behind them
 * @throws Error the heads are longer, or the parts nested deeper, than any mail's
 */
export function readTree(raw: Uint8Array, budget: Budget): { root: Part; rest: Uint8Array } {
  const walk = new Walk(raw, budget);
  const root = walk.begin(0, "text/plain");
  for (let line = walk.at; line < raw.length;) {
    const edge = walk.edgeFrom(line);
    if (!edge) break;
    if (!edge.isEnd && budget.parts <= 0) {
      walk.closeAt(edge);
      return { root, rest: raw.subarray(edge.from) };
    }
    walk.cross(edge);
    line = walk.at;
  }
  walk.close(raw.length);
  return { root, rest: raw.subarray(raw.length) };
}

interface Edge {
  from: number;
  to: number;
  open: Open;
  isEnd: boolean;
}

class Walk {
  at = 0;
  #open: Open[] = [];
  /** Places in `#open` of what has a boundary, the innermost last. */
  #places = new Map<string, number[]>();
  #longest = 0;
  #current: Part | undefined;
  #bodyFrom = 0;

  constructor(private readonly raw: Uint8Array, private readonly budget: Budget) {}

  /** Reads the head of a part, and stands behind it. */
  begin(from: number, type: string): Part {
    this.budget.parts--;
    const to = this.#headEnd(from);
    this.budget.headBytes -= to - from;
    if (this.budget.headBytes < 0) throw new Error("its heads are too long");
    const part = partOf(fieldsIn(this.raw.subarray(from, to)), type);
    this.at = this.#bodyFrom = behindBlank(this.raw, to);
    this.#current = part;
    const boundary = part.type.params.get("boundary")?.trimEnd();
    if (boundary && isMultipart(part)) this.#openAt(part, boundary);
    return part;
  }

  /** The next boundary of a part that is open. */
  edgeFrom(from: number): Edge | undefined {
    if (this.#open.length === 0) return undefined;
    const { raw } = this;
    for (let line = from; line >= 0 && line < raw.length; line = lineAfter(raw, line)) {
      if (raw[line] !== dash || raw[line + 1] !== dash) continue;
      const edge = this.#edgeAt(line);
      if (edge) return edge;
    }
    return undefined;
  }

  cross({ from, to, open, isEnd }: Edge): void {
    this.closeAt({ from });
    while (this.#open.length > open.depth + (isEnd ? 0 : 1)) this.#shut();
    this.at = to;
    if (isEnd) return;
    const isDigest = open.part.type.value === "multipart/digest";
    open.part.children.push(this.begin(to, isDigest ? "message/rfc822" : "text/plain"));
  }

  /** The line break before a boundary belongs to it (RFC 2046, 5.1.1). */
  closeAt({ from }: Pick<Edge, "from">): void {
    const { raw } = this;
    const end = raw[from - 1] !== lineFeed ? from : raw[from - 2] === 13 ? from - 2 : from - 1;
    this.close(Math.max(end, Math.min(this.#bodyFrom, from)));
  }

  close(end: number): void {
    if (this.#current) this.#current.body = this.raw.subarray(this.#bodyFrom, end);
    this.#current = undefined;
  }

  #openAt(part: Part, boundary: string): void {
    const depth = this.#open.length;
    if (depth > deepest) throw new Error("its parts have too deep a nesting");
    const name = latin(new TextEncoder().encode(boundary.slice(0, longestBoundary)));
    this.#open.push({ part, boundary: name, depth });
    this.#places.set(name, [...this.#places.get(name) ?? [], depth]);
    this.#longest = Math.max(this.#longest, name.length);
  }

  #shut(): void {
    const { boundary } = this.#open.pop()!;
    this.#places.get(boundary)!.pop();
  }

  #edgeAt(from: number): Edge | undefined {
    const to = lineAfter(this.raw, from);
    let end = to < 0 ? this.raw.length : to;
    while (end > from && isBlank(this.raw[end - 1]!)) end--;
    if (end - from > this.#longest + 4) return undefined;
    const name = latin(this.raw.subarray(from + 2, end));
    const begins = this.#places.get(name)?.at(-1) ?? -1;
    const ends = name.endsWith("--") ? this.#places.get(name.slice(0, -2))?.at(-1) ?? -1 : -1;
    const open = this.#open[Math.max(begins, ends)];
    return open && { from, to: to < 0 ? this.raw.length : to, open, isEnd: ends > begins };
  }

  /** The blank line, or the boundary, that ends a head. */
  #headEnd(from: number): number {
    const { raw } = this;
    for (let line = from; line >= 0 && line < raw.length; line = lineAfter(raw, line)) {
      if (line - from > this.budget.headBytes) return line;
      let at = line;
      while (raw[at] === 13) at++;
      if (raw[at] === lineFeed) return line;
      const isEdge = raw[line] === dash && raw[line + 1] === dash && this.#open.length > 0 &&
        this.#edgeAt(line) !== undefined;
      if (isEdge) return line;
    }
    return raw.length;
  }
}

export function isMultipart({ type }: Part): boolean {
  return type.value.startsWith("multipart/");
}

function lineAfter(raw: Uint8Array, from: number): number {
  for (let at = from; at < raw.length; at++) if (raw[at] === lineFeed) return at + 1;
  return -1;
}

function behindBlank(raw: Uint8Array, from: number): number {
  let at = from;
  while (raw[at] === 13) at++;
  return raw[at] === lineFeed ? at + 1 : from;
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

const charset = /^content-type:(?:[^\n]|\n[ \t]){0,200}charset="?([\w.:-]{1,40})/im;

/** Fields beside one another may be written by programs of different charsets. */
function headText(head: Uint8Array): string {
  const text = inUtf8(head);
  if (text !== null) return text;
  const ofBody = charset.exec(new TextDecoder("latin1").decode(head))?.[1];
  const lines: string[] = [];
  for (let from = 0; from >= 0 && from < head.length;) {
    const next = lineAfter(head, from);
    const line = head.subarray(from, next < 0 ? head.length : next);
    lines.push(inUtf8(line) ?? decode(line, ofBody));
    from = next;
  }
  return lines.join("");
}

/** Folded lines are one field; only blanks and tabs fold (RFC 5322, 2.2.3). */
function fieldsIn(head: Uint8Array): Field[] {
  const folded: string[][] = [];
  for (const line of headText(head).split("\n")) {
    const bare = line.endsWith("\r") ? withoutEnd(line) : line;
    if (folded.length > 0 && (bare[0] === " " || bare[0] === "\t")) folded.at(-1)!.push(bare);
    else if (bare) folded.push([bare]);
  }
  if (folded.length > mostFields) throw new Error("its heads have too many fields");
  return folded.map((parts) => toField(parts.join("")));
}

function withoutEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(0, end);
}

function toField(line: string): Field {
  const colon = line.indexOf(":");
  const key = trimmed(colon < 0 ? line : line.slice(0, colon)).toLowerCase();
  const value = colon < 0 ? "" : trimmed(line.slice(colon + 1).replaceAll("\r", " "));
  return { key, value: worded.has(key) ? inUtf8Words(value) : value };
}

const worded = new Set([
  ...["from", "sender", "reply-to", "to", "cc", "bcc", "subject"],
  ...["content-type", "content-disposition"],
]);

/** Other blanks than these belong to a name: a field that has some is not the one that it seems. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === " " || text[from] === "\t") from++;
  while (to > from && (text[to - 1] === " " || text[to - 1] === "\t")) to--;
  return text.slice(from, to);
}

/** A field that is given twice counts once, as its first one says. */
function partOf(fields: Field[], usualType: string): Part {
  const valueOf = (name: string) => fields.find(({ key }) => key === name)?.value;
  const { value } = readStructured(valueOf("content-transfer-encoding") ?? "");
  return {
    fields,
    ...readType(valueOf("content-type"), usualType),
    disposition: readStructured(valueOf("content-disposition") ?? ""),
    encoding: value.includes("base64")
      ? "base64"
      : value.includes("quoted-printable")
      ? "quoted-printable"
      : "",
    body: new Uint8Array(),
    children: [],
  };
}
