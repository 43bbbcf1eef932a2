import { isCode, normaliseCode } from "@/lib/input/pairing_code.ts";

export interface Pairing {
  deviceId: string;
  userId: string;
  name: string;
  createdAt: string;
  company: { id: number; name: string; color: string; logo: string | null };
  isMember: boolean;
  unread: number;
  /** `null` where the server sends no push. */
  pushKey: string | null;
}

export function personOf({ company, userId }: Pick<Pairing, "company" | "userId">): string {
  return `${company.id}:${userId}`;
}

/** One pairing per person, a member's own first, since it brings the CRM's notices too. */
export function onePerPerson(pairings: Pairing[]): Pairing[] {
  const chosen = new Map<string, Pairing>();
  for (const pairing of pairings) {
    const person = personOf(pairing);
    const before = chosen.get(person);
    if (!before || (pairing.isMember && !before.isMember)) chosen.set(person, pairing);
  }
  return pairings.filter((pairing) => chosen.get(personOf(pairing)) === pairing);
}

export interface NamesNeeded {
  company: boolean;
  user: boolean;
}

export function namesNeeded(readers: Pairing[]): NamesNeeded {
  const companies = new Set(readers.map(({ company }) => company.id));
  return { company: readers.length > 1, user: companies.size < readers.length };
}

export function spacedCode(code: string): string {
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** The code in an address's fragment, `#pair=CODE`. */
export function codeInHash(hash: string): string | null {
  const typed = new URLSearchParams(hash.replace(/^#/, "")).get("pair");
  const code = normaliseCode(typed ?? "");
  return isCode(code) ? code : null;
}

export type Scanned =
  | { kind: "code"; code: string }
  | { kind: "elsewhere"; host: string }
  | { kind: "other" };

/** @param origin of this app */
export function readScanned(text: string, origin: string): Scanned {
  const alone = normaliseCode(text);
  if (isCode(alone)) return { kind: "code", code: alone };
  const url = parseUrl(text);
  const code = url && codeInHash(url.hash);
  if (!url || !code) return { kind: "other" };
  return url.origin === origin ? { kind: "code", code } : { kind: "elsewhere", host: url.host };
}

/** `URL.parse`, which the oldest phones lack. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
