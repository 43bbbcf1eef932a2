import { cookies } from "@/lib/http/request.ts";

const plainName = "relevo_device_";
/** Browsers take it only from this very host, over https: no neighbour can plant one. */
const hostName = `__Host-${plainName}`;
const yearSeconds = 31_536_000;

/** A pairing that a browser claims; its token proves it. */
export interface PairingCookie {
  deviceId: string;
  token: string;
  isPlain: boolean;
}

export function pairingCookies(req: Request, named: string | null): PairingCookie[] {
  const pairings = new Map<string, PairingCookie>();
  const entries = [...cookies(req)];
  for (const [prefix, isPlain] of [[plainName, true], [hostName, false]] as const) {
    for (const [name, token] of entries) {
      if (!name.startsWith(prefix)) continue;
      const deviceId = name.slice(prefix.length);
      // Of both names the one that nobody can plant wins.
      pairings.set(deviceId, { deviceId, token, isPlain: isPlain || pairings.has(deviceId) });
    }
  }
  return [...pairings.values()].filter(({ deviceId }) => !named || deviceId === named);
}

export function pairingCookie(deviceId: string, token: string, isHttps: boolean): string {
  return written(isHttps ? hostName : plainName, { deviceId, token, isHttps });
}

/** Keeps a pairing another year; over https under the name of today alone. */
export function renewedPairing(
  { deviceId, token, isPlain }: PairingCookie,
  isHttps: boolean,
): string[] {
  const cookie = pairingCookie(deviceId, token, isHttps);
  return isHttps && isPlain ? [cookie, removed(plainName, deviceId, isHttps)] : [cookie];
}

/** Takes a pairing away from the browser, under each name that it may have there. */
export function removedPairing(deviceId: string, isHttps: boolean): string[] {
  const names = isHttps ? [hostName, plainName] : [plainName];
  return names.map((name) => removed(name, deviceId, isHttps));
}

function removed(name: string, deviceId: string, isHttps: boolean): string {
  return written(name, { deviceId, token: "", isHttps }, 0);
}

function written(
  name: string,
  { deviceId, token, isHttps }: { deviceId: string; token: string; isHttps: boolean },
  maxAge = yearSeconds,
): string {
  return `${name}${deviceId}=${token}; Path=/; HttpOnly; SameSite=Strict; ` +
    `Max-Age=${maxAge}${isHttps ? "; Secure" : ""}`;
}
