import { Buffer } from "node:buffer";

/** Reads a document in UTF-8 once, and decodes only the texts that are asked for. */

export interface Tag {
  name: string;
  isEnd: boolean;
  /** `<c/>` has no text and no end. */
  isEmpty: boolean;
  attributes(): Map<string, string>;
}

interface Piece {
  from: number;
  to: number;
  /** CDATA has no entities. */
  isRaw: boolean;
}

const [open, close, slash, other, double, single] = [..."<>/!\"'"]
  .map((sign) => sign.charCodeAt(0));

export class XmlReader {
  private at = 0;
  private pieces: Piece[] = [];
  private readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  next(): Tag | undefined {
    const { bytes } = this;
    this.pieces = [];
    for (;;) {
      const from = bytes.indexOf(open!, this.at);
      if (from < 0) return undefined;
      if (from > this.at) this.pieces.push({ from: this.at, to: from, isRaw: false });
      if (bytes[from + 1] === other) {
        this.passOther(from);
        continue;
      }
      const to = endOfTag(bytes, from + 1);
      this.at = to + 1;
      const isEnd = bytes[from + 1] === slash;
      const isEmpty = bytes[to - 1] === slash;
      const start = isEnd ? from + 2 : from + 1;
      const end = isEmpty ? to - 1 : to;
      let nameEnd = start;
      while (nameEnd < end && bytes[nameEnd]! > 32) nameEnd++;
      const name = bytes.toString("latin1", start, nameEnd);
      return {
        name: name.slice(name.indexOf(":") + 1),
        isEnd,
        isEmpty,
        attributes: () => attributesOf(bytes.toString("utf8", nameEnd, end)),
      };
    }
  }

  /** Text between the last tag and the one before it. */
  text(): string {
    return this.pieces.map(({ from, to, isRaw }) => {
      const text = this.bytes.toString("utf8", from, to);
      return isRaw ? text : unescapeXml(text);
    }).join("");
  }

  /** Comments, CDATA and declarations. */
  private passOther(from: number): void {
    const { bytes } = this;
    const start = bytes.toString("latin1", from, from + 9);
    const isData = start === "<![CDATA[";
    const end = isData ? "]]>" : start.startsWith("<!--") ? "-->" : ">";
    const index = bytes.indexOf(end, from + 2, "latin1");
    const to = index < 0 ? bytes.length : index;
    if (isData) this.pieces.push({ from: from + start.length, to, isRaw: true });
    this.at = to + end.length;
  }
}

function endOfTag(bytes: Buffer, from: number): number {
  let quote: number | undefined;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quote !== undefined) {
      if (byte === quote) quote = undefined;
    } else if (byte === double || byte === single) quote = byte;
    else if (byte === close) return at;
  }
  return bytes.length;
}

function attributesOf(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < source.length;) {
    const equals = source.indexOf("=", at);
    if (equals < 0) break;
    const name = source.slice(at, equals).trim();
    let from = equals + 1;
    while (from < source.length && source.charCodeAt(from) <= 32) from++;
    const quote = source[from];
    const to = quote === '"' || quote === "'" ? source.indexOf(quote, from + 1) : -1;
    if (to < 0) break;
    attributes.set(name, unescapeXml(source.slice(from + 1, to)));
    at = to + 1;
  }
  return attributes;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{1,4});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return named[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
