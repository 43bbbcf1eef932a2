/** E-mail addresses of the world (RFC 6531, 5890; UTS 46). Pure. */

export const longestAddress = 254;
const ascii = /^\p{ASCII}*$/u;
const hidden = /[\p{DI}\p{C}\p{Z}]/u;
/** The signs beside letters are those that RFC 5892 allows in names. */
const localPiece = /^(?!\p{M})[\w'+\-\p{L}\p{M}\p{N}\u00b7\u0375\u05f3\u05f4\u30fb]+$/u;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const topLabel = /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

/** Replaces the characters that keyboards of other scripts give for `@` and `.`. */
export function typedAddress(text: string): string {
  const written = text.trim().normalize("NFC");
  if (ascii.test(written)) return written;
  const { local, domain } = partsOf(written.replace(/[\uff20\ufe6b]/g, "@"));
  return local === null ? domain : `${local}@${domain.replace(/[\u3002\uff0e\uff61]/g, ".")}`;
}

export function isAddress(text: string): boolean {
  const { local, domain } = partsOf(text);
  if (local === null || hidden.test(text)) return false;
  const encoded = encodedDomain(domain);
  if (encoded === null || octets(local) + 1 + encoded.length > longestAddress) return false;
  const pieces = local.split(".");
  const labels = encoded.split(".");
  return pieces.every((piece) => localPiece.test(piece)) &&
    labels.length > 1 && labels.every((one) => label.test(one)) && topLabel.test(labels.at(-1)!) &&
    !domain.normalize("NFKC").split(".").some((one) => one.startsWith("-") || one.endsWith("-"));
}

/** The same for all spellings of an address: in lower case, its domain as A-labels. */
export function comparedAddress(address: string): string {
  const { local, domain } = partsOf(typedAddress(address));
  return local === null ? lowered(domain) : `${lowered(local)}@${comparedDomain(domain)}`;
}

export function comparedDomain(domain: string): string {
  return encodedDomain(domain) ?? lowered(domain);
}

function encodedDomain(domain: string): string | null {
  const small = lowered(domain);
  if (ascii.test(small) && !/(?:^|\.)xn--/.test(small)) return small;
  if (hidden.test(small) || !/^[\w.\-\P{ASCII}]+$/u.test(small)) return null;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname || null : null;
}

/** Letters before the @ that only servers with SMTPUTF8 take; null where there are none. */
export function foreignLetters(address: string): string | null {
  const { local } = partsOf(address);
  const letters = [...new Set(local ?? "")].filter((letter) => !ascii.test(letter));
  return letters.slice(0, 5).join("") || null;
}

function partsOf(address: string): { local: string | null; domain: string } {
  const at = address.lastIndexOf("@");
  if (at < 0) return { local: null, domain: address };
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}

function lowered(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length;
}
