/** What a path of the site is to a gateway. */

/** Where people are sent who say nothing better. */
export const HOME = "/panel";

/**
 * The path as any server might read it: decoded, in lower case, without doubled slashes and dots.
 * Guards compare this one, so that no other spelling passes them.
 */
export function canonicalPath(path: string): string {
  let plain = path;
  for (let times = 0; times < 3; times++) plain = decoded(plain);
  const joined = plain.toLowerCase().replace(/[/\\]+/g, "/").replace(/[\t\r\n\0]/g, "");
  return URL.parse(joined, "http://gateway.invalid")?.pathname ?? joined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What only people who are signed in reach. */
export function isProtected(canonical: string): boolean {
  return /^\/(panel|api\/admin)(\/|$)/.test(canonical);
}

/** What only the gateway itself may call. */
export function isPrivate(canonical: string): boolean {
  return /^\/api\/gateway(\/|$)/.test(canonical);
}

/**
 * The path to go to after signing in; anything that could leave this site becomes the panel.
 * @param own the gateway's own pages that it may be
 */
export function safePath(to: string | null | undefined, own: RegExp = /^$/): string {
  const url = to?.startsWith("/") ? URL.parse(to, "http://gateway.invalid") : null;
  if (url?.host !== "gateway.invalid") return HOME;
  const { pathname } = url;
  if (own.test(pathname)) return pathname;
  const leadsOn = !pathname.startsWith("//") && !pathname.startsWith("/.gateway");
  return leadsOn ? pathname + url.search + url.hash : HOME;
}
