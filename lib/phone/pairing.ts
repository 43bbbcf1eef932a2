import { codeLength, isCode, normaliseCode } from "@/lib/input/pairing_code.ts";

/** One pairing of this browser: whose it is, and for which company. */
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

/** Person of a pairing: a user of a company. */
export function personOf({ company, userId }: Pick<Pairing, "company" | "userId">): string {
  return `${company.id}:${userId}`;
}

/**
 * One pairing of each person, in the order given: the same person paired twice is one reader. A
 * member's own pairing comes first, since it brings the CRM's notices too.
 */
export function onePerPerson(pairings: Pairing[]): Pairing[] {
  const chosen = new Map<string, Pairing>();
  for (const pairing of pairings) {
    const person = personOf(pairing);
    const before = chosen.get(person);
    if (!before || (pairing.isMember && !before.isMember)) chosen.set(person, pairing);
  }
  return pairings.filter((pairing) => chosen.get(personOf(pairing)) === pairing);
}

/** Details of a message that tell the person's pairings apart. */
export interface ToldApart {
  company: boolean;
  user: boolean;
}

/** @param readers one of each person */
export function toldApart(readers: Pairing[]): ToldApart {
  const companies = new Set(readers.map(({ company }) => company.id));
  return { company: readers.length > 1, user: companies.size < readers.length };
}

/** The code in two halves, as people read it. */
export function spacedCode(code: string): string {
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4, codeLength)}` : code;
}

/** The code in an address's fragment, `#pair=CODE`. */
export function codeInHash(hash: string): string | null {
  const typed = new URLSearchParams(hash.replace(/^#/, "")).get("pair");
  const code = normaliseCode(typed ?? "");
  return isCode(code) ? code : null;
}

/** Result of a scan: a code, another server's code, or something else. */
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

/** `URL.parse`, which the oldest phones that take pushes lack. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
