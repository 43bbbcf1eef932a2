/** Letters that a mail has as bytes, without saying of which charset they are. */

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();
/** What programs write that say nothing, or say UTF-8 and do not write it. */
const old = new TextDecoder("windows-1252");
const longestHead = 4_194_304;

/** The same mail in UTF-8, where its head or its only part is in an old charset. */
export function inUtf8(raw: Uint8Array): Uint8Array {
  const end = endOfHead(raw);
  const head = raw.subarray(0, end);
  const body = raw.subarray(end);
  const newHead = isUtf8(head) ? head : recoded(head);
  const newBody = isBareText(head) && !isUtf8(body) ? recoded(body) : body;
  if (newHead === head && newBody === body) return raw;
  const whole = new Uint8Array(newHead.length + newBody.length);
  whole.set(newHead);
  whole.set(newBody, newHead.length);
  return whole;
}

function endOfHead(raw: Uint8Array): number {
  for (let at = 0; at < Math.min(raw.length, longestHead); at++) {
    if (raw[at] !== 10) continue;
    const next = raw[at + 1] === 13 ? at + 2 : at + 1;
    if (raw[next] === 10) return next + 1;
  }
  return Math.min(raw.length, longestHead);
}

/** Its bytes are its text: one part, of no charset or of one that has no other letters. */
function isBareText(head: Uint8Array): boolean {
  const fields = old.decode(head).replace(/\r?\n[ \t]+/g, " ");
  const type = /^content-type:\s*(.*)/im.exec(fields)?.[1] ?? "text/plain";
  const encoding = /^content-transfer-encoding:\s*([\w-]*)/im.exec(fields)?.[1] ?? "8bit";
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  return /^text\//i.test(type) && /^(7bit|8bit|binary)$/i.test(encoding) &&
    /^(utf-?8|us-ascii)$/i.test(charset);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A letter of UTF-8 beside what is none shows that it is UTF-8, damaged. */
function recoded(bytes: Uint8Array): Uint8Array {
  const text = lenient.decode(bytes);
  return /[^\0-\x7f\ufffd]/.test(text) ? bytes : new TextEncoder().encode(old.decode(bytes));
}
