import { codeLength, isCode, normaliseCode } from "@/lib/input/pairing_code.ts";

/** One pairing of this browser: whose it is, and for which company. */
export interface Pairing {
  deviceId: string;
  userId: string;
  name: string;
  createdAt: string;
  company: { name: string; color: string; logo: string | null };
  isMember: boolean;
  unread: number;
  /** `null` where the server sends no push. */
  pushKey: string | null;
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

/** What a scanned picture says: a code, another server's code, or something else. */
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
