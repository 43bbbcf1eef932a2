/** Repair of mails whose text is in a charset that they do not declare. */

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();
/** Fallback for text that declares no charset, or declares UTF-8 and is not. */
const old = new TextDecoder("windows-1252");
const longestHead = 4_194_304;

/** Re-encodes the header, and the body of a single-part mail, as UTF-8 where they are not. */
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

/** Whether the body is unencoded text declared as UTF-8, as ASCII or not at all. */
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

/** Recodes windows-1252 as UTF-8, except bytes with multi-byte characters: damaged UTF-8. */
function recoded(bytes: Uint8Array): Uint8Array {
  const text = lenient.decode(bytes);
  return /[^\0-\x7f\ufffd]/.test(text) ? bytes : new TextEncoder().encode(old.decode(bytes));
}
