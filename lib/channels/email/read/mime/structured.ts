import { decode } from "@/lib/channels/email/read/charsets.ts";

export interface Field {
  key: string;
  value: string;
}

export interface Part {
  fields: Field[];
  type: Structured;
  /** The head has a `Content-Type`. */
  isTyped: boolean;
  disposition: Structured;
  encoding: string;
  body: Uint8Array;
  children: Part[];
}

/** Values such as `text/plain; charset=utf-8`, with their parameters (RFC 2045, 2231). */

export interface Structured {
  value: string;
  params: Map<string, string>;
}

const longestField = 20_000;

/** Reads a structured header field; the first of two equal parameters counts. */
export function readStructured(field: string): Structured {
  const [value = "", ...rest] = pieces(field.slice(0, longestField));
  const params = new Map<string, string>();
  for (const piece of rest) {
    const equals = piece.indexOf("=");
    const name = (equals < 0 ? piece : piece.slice(0, equals)).trim().toLowerCase();
    if (name && !params.has(name)) params.set(name, equals < 0 ? "" : unquoted(piece, equals + 1));
  }
  return { value: unquoted(value, 0).toLowerCase(), params: continued(params) };
}

/** Parts between semicolons, without comments; quoted strings stay as they are. */
function pieces(text: string): string[] {
  const all: string[] = [];
  let piece = "";
  let isQuoted = false;
  let closes = true;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted && char === "\\") piece += char + (text[++at] ?? "");
    else if (char === ";" && !isQuoted) {
      all.push(piece);
      piece = "";
    } else if (char === "(" && !isQuoted && closes && mayOpen(text, at, piece)) {
      const end = commentEnd(text, at);
      if (end > 0) at = end;
      else if (text.includes(";", at)) {
        closes = false;
        piece += char;
      } else break;
    } else {
      if (char === '"') isQuoted = !isQuoted;
      piece += char;
    }
  }
  return [...all, piece];
}

/** `name=Offer(1).pdf` has none: in a value, a comment comes after a blank. */
function mayOpen(text: string, at: number, piece: string): boolean {
  return !piece.includes("=") || text[at - 1] === " " || text[at - 1] === "\t";
}

function commentEnd(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

/** A value without its quotes; what stands behind them is none of it. */
function unquoted(piece: string, from: number): string {
  const text = piece.slice(from).trim();
  if (!text.includes('"')) return text;
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted && char === "\\") value += text[++at] ?? "";
    else if (char !== '"') value += char;
    else if (isQuoted) return value;
    else isQuoted = true;
  }
  return value;
}

interface Section {
  at: number;
  text: string;
  isEncoded: boolean;
}

function continued(params: Map<string, string>): Map<string, string> {
  const joined = new Map<string, string>();
  const split = new Map<string, { charset: string; sections: Section[] }>();
  for (const [key, text] of params) {
    const star = key.indexOf("*");
    const ending = star > 0 ? /^\*(?:(\d{1,6})\*?)?$/.exec(key.slice(star)) : null;
    if (!ending) {
      joined.set(key, text);
      continue;
    }
    const name = key.slice(0, star);
    const one = split.get(name) ?? { charset: "utf-8", sections: [] };
    split.set(name, one);
    const section = { at: Number(ending[1] ?? 0), text, isEncoded: key.endsWith("*") };
    const [charset, , ...rest] = section.at === 0 && section.isEncoded ? text.split("'") : [];
    if (rest.length > 0) {
      one.charset = charset || "utf-8";
      section.text = rest.join("'");
    }
    one.sections.push(section);
  }
  for (const [name, { charset, sections }] of split) {
    joined.set(name, sectionText(sections.sort((a, b) => a.at - b.at), charset));
  }
  return joined;
}

/** Encoded neighbours are decoded as one: a character may lie on their border. */
function sectionText(sections: readonly Section[], charset: string): string {
  let text = "";
  let encoded = "";
  for (const section of sections) {
    if (section.isEncoded) {
      encoded += section.text;
      continue;
    }
    text += percentDecoded(encoded, charset) + section.text;
    encoded = "";
  }
  return text + percentDecoded(encoded, charset);
}

function percentDecoded(text: string, charset: string): string {
  if (!text) return "";
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at++) {
    const value = source[at] === percent ? hexByte(source, at + 1) : -1;
    bytes[length++] = value < 0 ? source[at]! : value;
    if (value >= 0) at += 2;
  }
  return decode(bytes.subarray(0, length), charset);
}

const percent = 0x25;

export function hexByte(bytes: Uint8Array, at: number): number {
  const high = nibble(bytes[at]);
  const low = high < 0 ? -1 : nibble(bytes[at + 1]);
  return low < 0 ? -1 : high << 4 | low;
}

function nibble(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
