/** Push services that may be called: a browser names its own, so a stranger may name any. Pure. */

interface PushHost {
  suffix: string;
  /** Port as in a URL: empty for 443; `*` is any. */
  port: string;
}

export type PushHosts = readonly PushHost[];

/** Chrome and what is built on it, Firefox, Edge on Windows, Safari. */
export const knownPushHosts =
  "fcm.googleapis.com,jmt17.google.com,push.services.mozilla.com,notify.windows.com,push.apple.com";

/** Names with commas, each with `:port` or `:*` unless 443. @throws Error quoting the part */
export function parsePushHosts(text: string): PushHosts {
  return text.split(",").map((part) => part.trim().toLowerCase()).filter(Boolean).map((part) => {
    const [, suffix, port = ""] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}|\*))?$/.exec(part) ??
      [];
    if (!suffix) throw new Error(`"${part}" is not the name of a push service's host`);
    return { suffix, port: port === "443" ? "" : port };
  });
}

export function isPushEndpoint(endpoint: string, hosts: PushHosts): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.href !== endpoint) return false;
  if (url.username || url.password || url.hash) return false;
  return hosts.some(({ suffix, port }) =>
    (url.hostname === suffix || url.hostname.endsWith(`.${suffix}`)) &&
    (port === "*" || port === url.port)
  );
}
