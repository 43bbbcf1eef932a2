/** Reads JSON that others write, where anything may stand in any place. */

export type Untyped = Record<string, unknown>;

const longestId = 1_000;

export function objectIn(value: unknown): Untyped | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Untyped
    : null;
}

/** The objects of a list; what is none is left out. */
export function objectsIn(value: unknown): Untyped[] {
  return Array.isArray(value) ? value.map(objectIn).filter((one) => one !== null) : [];
}

/** A text as the database takes it; empty where there is none. */
export function textIn(value: unknown, most = Infinity): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return "";
  const text = value.replaceAll("\0", "");
  return (text.length <= most ? text : text.slice(0, most)).toWellFormed();
}

/** A text on one line, without what turns or hides it; null where nothing is left. */
export function lineIn(value: unknown, most: number): string | null {
  const text = textIn(value, most * 4).replace(/[\p{Cc}\p{Bidi_C}\s]+/gu, " ").trim();
  return text.slice(0, most).toWellFormed().trim() || null;
}

/** An id of Meta's. Numbers lose digits beyond 2^53, so those are none. */
export function idIn(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== "string" || value.length > longestId) return null;
  return /^[\x21-\x7e]+$/.test(value) ? value : null;
}

export function numberIn(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

const earliest = Date.UTC(2004, 0);
const dayMs = 86_400_000;

/** An instant in seconds or milliseconds; `now` where it is none, before Facebook or a day ahead. */
export function instantIn(value: unknown, now: Date): Date {
  const number = numberIn(value) ?? 0;
  const ms = number < 1e11 ? number * 1_000 : number;
  const isSound = ms >= earliest && ms <= now.getTime() + dayMs;
  return isSound ? new Date(Math.min(ms, now.getTime())) : now;
}

/** A web address over TLS; null for any other. */
export function addressIn(value: unknown): string | null {
  const address = fileAddressIn(value);
  return address?.startsWith("https:") ? address : null;
}

/** Where a file lies: plain http too, which is only followed where the operator allows it. */
export function fileAddressIn(value: unknown): string | null {
  const text = textIn(value);
  const url = text.length <= 4_000 ? URL.parse(text) : null;
  if (!url || url.username || url.password) return null;
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
