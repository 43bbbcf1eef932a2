/** Classification of the site's paths. */

/** Default path after signing in. */
export const HOME = "/panel";

/**
 * Normalizes a path as any server might read it: decoded, lower case, no doubled slashes or dots.
 * Guards compare this form, so that no other spelling passes them.
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

/** Whether only signed-in people may reach the path. */
export function isProtected(canonical: string): boolean {
  return /^\/(panel|api\/admin)(\/|$)/.test(canonical);
}

/** Whether only the gateway itself may call the path. */
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
