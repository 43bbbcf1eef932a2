import { createRequire } from "node:module";
import type { Buffer } from "node:buffer";
import { inUtf8, readDeclaredUtf8, readUndeclared } from "@/lib/channels/email/read/letters.ts";

/** Text in the charsets that mails name (WHATWG Encoding, and names that are none of its). */

const decoders = new Map<string, TextDecoder>();

/** Names without signs, of charsets that have another one here. */
const otherNames: Record<string, string> = {
  iso88598e: "iso-8859-8",
  windows31j: "shift_jis",
  mskanji: "shift_jis",
  cp932: "shift_jis",
  ms932: "shift_jis",
  windows932: "shift_jis",
  ibm932: "shift_jis",
  shiftjis: "shift_jis",
  eucjp: "euc-jp",
  iso2022jp: "iso-2022-jp",
  iso2022jp1: "iso-2022-jp",
  iso2022jp2: "iso-2022-jp",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  cp51932: "euc-jp",
  cp936: "gbk",
  ms936: "gbk",
  windows936: "gbk",
  cp949: "euc-kr",
  ms949: "euc-kr",
  euckr: "euc-kr",
  uhc: "euc-kr",
  cp950: "big5",
  ms950: "big5",
  windows950: "big5",
  tis620: "windows-874",
  cp874: "windows-874",
};

const longestInTables = 400_000;

/** @param label as the mail names the charset, if it does */
export function decode(bytes: Uint8Array, label: string | undefined): string {
  const name = (label ?? "").trim().toLowerCase().slice(0, 40);
  const bare = name.replace(/^(?:x-ms-|x-|cs)/, "").replace(/[\s._-]/g, "");
  const decoder = decoderNamed(name) ?? decoderNamed(otherNames[bare] ?? bare);
  if (!decoder) return fromTable(bytes, name) ?? fromTable(bytes, bare) ?? readUndeclared(bytes);
  if (decoder.encoding === "utf-8") return readDeclaredUtf8(bytes);
  if (decoder.encoding === "windows-1252" && !bare.endsWith("1252")) return readUndeclared(bytes);
  return decoder.encoding.startsWith("utf-16") ? fromUtf16(bytes, decoder) : decoder.decode(bytes);
}

const longestHtmlHead = 2_048;
const meta = /<meta\s[^>]{0,200}charset\s{0,4}=\s{0,4}["']?([\w:.-]{1,40})/i;

/** Charset that HTML itself names, where its bytes are no UTF-8. */
export function charsetOf(html: Uint8Array): string | undefined {
  const begin = new TextDecoder("latin1").decode(html.subarray(0, longestHtmlHead));
  const charset = meta.exec(begin)?.[1];
  const isAscii = charset === undefined || html.every((byte) => byte < 0x80);
  return isAscii || inUtf8(html) === null ? charset : undefined;
}

function decoderNamed(name: string): TextDecoder | undefined {
  try {
    const decoder = decoders.get(name) ?? new TextDecoder(name);
    decoders.set(name, decoder);
    return decoder;
  } catch {
    return undefined;
  }
}

/** Programs declare it of text whose bytes they wrote in UTF-8. */
function fromUtf16(bytes: Uint8Array, decoder: TextDecoder): string {
  const hasMark = bytes[0] === 0xfe && bytes[1] === 0xff;
  const text = bytes.includes(0) ? null : inUtf8(bytes);
  return text ?? (hasMark ? decoderNamed("utf-16be")! : decoder).decode(bytes);
}

let tables: typeof import("iconv-lite") | undefined;
const noCharsets = new Set(["base64", "hex", "binary", "cesu8"]);

/** UTF-7, pages of DOS and others. Few mails need them, so they are loaded with the first one. */
function fromTable(bytes: Uint8Array, name: string): string | undefined {
  if (!name || noCharsets.has(name)) return undefined;
  tables ??= createRequire(import.meta.url)("iconv-lite") as typeof import("iconv-lite");
  if (!tables.encodingExists(name)) return undefined;
  const text = tables.decode(bytes.subarray(0, longestInTables) as Buffer, name);
  return text + readUndeclared(bytes.subarray(longestInTables));
}
