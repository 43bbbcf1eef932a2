import { decode } from "@/lib/channels/email/read/charsets.ts";
import { bytesOf } from "@/lib/channels/email/read/mime/body.ts";
import { hexByte } from "@/lib/channels/email/read/mime/structured.ts";

/** Encoded words (RFC 2047) whose charset is another than they say, or one that few know. */

const words = /=\?([^?\s]{1,80})\?([bq])\?([^?]*)\?=/gi;
const longestPiece = 400;
const ascii = new TextEncoder();

interface Word {
  charset: string;
  bytes: Uint8Array;
}

/** Rewrites encoded words as words in UTF-8; neighbours in one charset are read as one. */
export function inUtf8Words(field: string): string {
  if (!field.includes("=?")) return field;
  const pieces: string[] = [];
  let run: Word[] = [];
  let from = 0;
  for (const { 0: { length }, 1: name, 2: encoding, 3: data, index } of field.matchAll(words)) {
    const between = field.slice(from, index);
    const charset = name!.split("*", 1)[0]!.toLowerCase();
    const goesOn = run.length > 0 && run[0]!.charset === charset && isBlank(between);
    if (!goesOn) {
      pieces.push(textOf(run), between);
      run = [];
    }
    run.push({ charset, bytes: wordBytes(encoding!, data!) });
    from = index + length;
  }
  pieces.push(textOf(run), field.slice(from));
  return pieces.join("");
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function wordBytes(encoding: string, data: string): Uint8Array {
  const body = ascii.encode(data);
  if (/b/i.test(encoding)) return bytesOf({ encoding: "base64", body });
  const bytes = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    const value = body[at] === 0x3d ? hexByte(body, at + 1) : -1;
    bytes[length++] = value >= 0 ? value : body[at] === 0x5f ? 0x20 : body[at]!;
    if (value >= 0) at += 2;
  }
  return bytes.subarray(0, length);
}

function textOf(run: readonly Word[]): string {
  if (run.length === 0) return "";
  const { charset } = run[0]!;
  const whole = decode(joined(run), charset);
  const text = whole.includes("\ufffd")
    ? run.map(({ bytes }) => decode(bytes, charset)).join("")
    : whole;
  return piecesOf(text.toWellFormed())
    .map((piece) => `=?utf-8?B?${ascii.encode(piece).toBase64()}?=`).join(" ");
}

function joined(run: readonly Word[]): Uint8Array {
  const all = new Uint8Array(run.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of run) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length || from === 0;) {
    const end = from + longestPiece;
    const isSplit = /[\ud800-\udbff]/.test(text[end - 1] ?? "");
    pieces.push(text.slice(from, isSplit ? end - 1 : end));
    from = isSplit ? end - 1 : end;
  }
  return pieces;
}
