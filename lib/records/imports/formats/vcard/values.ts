import type { Property } from "@/lib/records/imports/formats/vcard/lines.ts";

type Version = "2" | "3";

/** Splits at signs without a backslash; the parts keep their escapes. */
export function splitValue(value: string, sign: ";" | ","): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "\\") at++;
    else if (value[at] === sign) {
      parts.push(value.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, value.slice(from)];
}

export function textOf(
  { parameters }: Property,
  version: Version,
  part: string,
): string {
  const encoding = parameters.get("ENCODING");
  const charset = parameters.get("CHARSET") ?? "utf-8";
  if (encoding === "QUOTED-PRINTABLE") return unescaped(unquoted(part, charset), "2").trim();
  if (encoding === "BASE64" || encoding === "B") return fromBase64(part, charset).trim();
  return unescaped(part, version).trim();
}

/** Unescapes a value. In 2.1 a backslash escapes a semicolon only. */
function unescaped(text: string, version: Version): string {
  const signs = version === "2" ? /\\([;,\\])/g : /\\([;,:\\nN"])/g;
  return text.replace(signs, (_, sign: string) => /n/i.test(sign) ? "\n" : sign);
}

/** Quoted-printable (RFC 2045, section 6.7) in any encoding of letters. */
function unquoted(text: string, charset: string): string {
  const bytes: number[] = [];
  const utf8 = new TextEncoder();
  for (const piece of text.replace(/=$/, "").split(/(=[0-9A-Fa-f]{2})/)) {
    if (/^=[0-9A-Fa-f]{2}$/.test(piece)) bytes.push(parseInt(piece.slice(1), 16));
    else for (const byte of utf8.encode(piece)) bytes.push(byte);
  }
  return decoded(Uint8Array.from(bytes), charset).replaceAll("\r\n", "\n");
}

function fromBase64(text: string, charset: string): string {
  try {
    const binary = atob(text.replace(/\s/g, ""));
    return decoded(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)), charset);
  } catch {
    return "";
  }
}

function decoded(bytes: Uint8Array, charset: string): string {
  for (const label of [charset, "windows-1252"]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Another encoding than it says, or none that is known.
    }
  }
  return new TextDecoder().decode(bytes);
}
