import { charsetOf, decode } from "@/lib/channels/email/read/charsets.ts";
import { hexByte, type Part } from "@/lib/channels/email/read/mime/structured.ts";

/** Takes the transfer encoding off a part's body (RFC 2045, 6), and reads text out of it. */

const longestFlowed = 400_000;
const longestPadding = 80;
const looked = 4_096;
const longestWord = 30;
const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const equals = 0x3d;
const endOfUnit = 0xfe;
const noLetter = 0xff;

/** Byte for byte as its sender had it. */
export function bytesOf({ encoding, body }: Pick<Part, "encoding" | "body">): Uint8Array {
  if (encoding === "base64") return fromBase64(body);
  return encoding === "quoted-printable" ? fromQuotedPrintable(body) : body;
}

/**
 * Lines end in a line feed alone, as does the last one.
 * @param most bytes that are read of its body
 */
export function textOf(part: Part, most: number): string {
  const { encoding, body, type: { value, params } } = part;
  const bytes = bytesOf({ encoding, body: body.subarray(0, most) });
  const charset = params.get("charset") ?? (value === "text/html" ? charsetOf(bytes) : undefined);
  const text = withLines(decode(bytes, charset));
  if (params.get("format")?.toLowerCase() !== "flowed") return text;
  return unflowed(text.slice(0, longestFlowed), params.get("delsp")?.toLowerCase() === "yes");
}

function withLines(text: string): string {
  const lines = text.includes("\r") ? text.split("\n").map(withoutReturns).join("\n") : text;
  return lines === "" || lines.endsWith("\n") ? lines : `${lines}\n`;
}

function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return line.slice(0, end);
}

const letters = new Uint8Array(256).fill(noLetter);
for (
  const [value, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"]
    .entries()
) letters[letter.charCodeAt(0)] = value;
letters[equals] = endOfUnit;

/** Other characters are passed over; what stands behind padding begins anew, or is no base64. */
function fromBase64(body: Uint8Array): Uint8Array {
  if (isProse(body)) return body;
  const lastSign = body.findLastIndex((byte) =>
    letters[byte] === noLetter && !isPadding(byte) && byte !== lineFeed
  );
  const bytes = new Uint8Array(Math.ceil(body.length * 3 / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let at = 0; at < body.length; at++) {
    const value = letters[body[at]!]!;
    if (value === noLetter) continue;
    if (value === endOfUnit) {
      if (lastSign > at) break;
      count = 0;
      continue;
    }
    bits = bits << 6 | value;
    if (count++ > 0) bytes[length++] = bits >> (6 - 2 * (count - 1)) & 0xff;
    if (count === 4) count = 0;
  }
  return bytes.subarray(0, length);
}

/** Text that only says to be in base64: its words stand between blanks. */
function isProse(body: Uint8Array): boolean {
  const end = body.subarray(0, looked).indexOf(equals);
  const begin = body.subarray(0, end < 0 ? looked : end);
  let blanks = 0;
  for (let at = 1; at < begin.length - 1; at++) {
    if (begin[at] === space && begin[at - 1]! > space && begin[at + 1]! > space) blanks++;
  }
  return blanks * longestWord > begin.length;
}

/** `=` before two digits is a byte, at a line's end it joins the next one, else it stays. */
function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length);
  let length = 0;
  let solid = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    const value = byte === equals ? hexByte(body, at + 1) : -1;
    const behind = byte === equals && value < 0 ? behindBreak(body, at + 1) : 0;
    if (behind > 0) {
      at = behind - 1;
      solid = length;
    } else if (value >= 0) {
      bytes[length++] = value;
      solid = length;
      at += 2;
    } else {
      // Blanks before a line break came on the way (RFC 2045, 6.7).
      if (byte === lineFeed || byte === carriageReturn && body[at + 1] === lineFeed) length = solid;
      bytes[length++] = byte;
      if (byte !== space && byte !== tab) solid = length;
    }
  }
  return bytes.subarray(0, length);
}

/** Index of the next line, if only blanks remain of this one; else 0. */
function behindBreak(body: Uint8Array, from: number): number {
  let at = from;
  while (at < from + longestPadding && isPadding(body[at])) at++;
  return body[at] === lineFeed ? at + 1 : at === body.length ? at : 0;
}

function isPadding(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === carriageReturn;
}

/** Joins lines that end in a blank to the next one (RFC 3676). */
function unflowed(text: string, isBlankDropped: boolean): string {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const bare = line.startsWith(" ") ? line.slice(1) : line;
    if (joined.length > 0 && !isOpen) joined.push("\n");
    isOpen = bare.endsWith(" ") && !(bare === "-- " && !isOpen);
    joined.push(isOpen && isBlankDropped ? bare.slice(0, -1) : bare);
  }
  return joined.join("");
}
