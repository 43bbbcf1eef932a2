import { cookies } from "@/lib/http/request.ts";

const prefix = "relevo_device_";
const yearSeconds = 31_536_000;

/** A pairing that a browser says it holds: whether it does, its token decides. */
export interface PairingCookie {
  deviceId: string;
  token: string;
}

/** The pairings of the request's cookies; of all, or of the one that `?device=` names. */
export function pairingCookies(req: Request, named: string | null): PairingCookie[] {
  return [...cookies(req)].filter(([name]) => name.startsWith(prefix))
    .map(([name, token]) => ({ deviceId: name.slice(prefix.length), token }))
    .filter(({ deviceId }) => !named || deviceId === named);
}

/** The cookie that keeps a pairing on the phone's browser; `maxAge` 0 removes it. */
export function pairingCookie(
  deviceId: string,
  token: string,
  secure: boolean,
  maxAge = yearSeconds,
): string {
  return `${prefix}${deviceId}=${token}; Path=/; HttpOnly; SameSite=Strict; ` +
    `Max-Age=${maxAge}${secure ? "; Secure" : ""}`;
}
