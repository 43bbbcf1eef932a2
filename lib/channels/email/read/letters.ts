/** Text that is in UTF-8 or windows-1252, whatever it declares. */

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();
const old = new TextDecoder("windows-1252");

/** Reads text that declares no charset, ASCII or Latin-1: often it is in UTF-8. */
export function readUndeclared(bytes: Uint8Array): string {
  return inUtf8(bytes) ?? repaired(bytes, 1);
}

/** Reads text that declares UTF-8: what has none of it is in windows-1252. */
export function readDeclaredUtf8(bytes: Uint8Array): string {
  return inUtf8(bytes) ?? repaired(bytes, 0);
}

/** Null if the bytes are not UTF-8. */
export function inUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** @param share of the broken characters, more than which must be whole in damaged UTF-8 */
function repaired(bytes: Uint8Array, share: number): string {
  const text = lenient.decode(bytes);
  let broken = 0;
  let whole = 0;
  for (const char of text) {
    if (char === "\ufffd") broken++;
    else if (char > "\x7f") whole++;
  }
  return whole > share * broken ? text : old.decode(bytes);
}

const lineFeed = 10;
const carriageReturn = 13;

/** Bytes of a mail from its head on; lines that end in returns alone end in line feeds. */
export function mailBytes(raw: Uint8Array): Uint8Array {
  let from = 0;
  while (raw[from] === carriageReturn || raw[from] === lineFeed) from++;
  const mail = raw.subarray(from);
  return mail.includes(lineFeed) || !mail.includes(carriageReturn)
    ? mail
    : mail.map((byte) => byte === carriageReturn ? lineFeed : byte);
}

/** Without what Postgres cannot store. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** A mail's text from the blank line below its head on; empty where it has none. */
export function behindHead(text: string): string {
  const blank = /\r?\n\r?\n/.exec(text);
  return blank ? text.slice(blank.index) : "";
}
