import type { Ctx } from "@/lib/http/context.ts";

const ids = new WeakMap<Request, string>();

/** The request's id: the caller's own where it is a sane one, else a new one. */
export function requestIdOf(req: Request): string {
  let id = ids.get(req);
  if (id === undefined) {
    const given = req.headers.get("x-request-id") ?? "";
    id = /^[\w.:-]{1,100}$/.test(given) ? given : crypto.randomUUID();
    ids.set(req, id);
  }
  return id;
}

/**
 * The caller's address: the socket's, or the header's where a proxy is trusted to overwrite it
 * (`CLIENT_IP_HEADER`).
 */
export function remoteAddress(ctx: Ctx): string {
  const header = ctx.state.services.config.clientIpHeader;
  const named = header ? ctx.req.headers.get(header)?.split(",")[0]?.trim() : undefined;
  const socket = ctx.info.remoteAddr as { hostname?: string };
  return named || socket?.hostname || "unknown";
}

/**
 * Whether a browser says that another site made it send this unsafe request: by Fetch Metadata, or
 * by an Origin that is neither this host nor the public address.
 */
export function isCrossSite(req: Request, publicUrl: string): boolean {
  const site = req.headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = req.headers.get("origin");
  if (!origin) return false;
  if (origin === new URL(publicUrl).origin) return false;
  const hosts = [req.headers.get("host"), req.headers.get("x-forwarded-host")];
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/** The secret of `Authorization: Bearer …` (RFC 6750), if there is one. */
export function bearer(req: Request): string | undefined {
  return /^Bearer +([\w~+/.-]+=*) *$/i.exec(req.headers.get("authorization") ?? "")?.[1];
}

/** A cookie's value by exact name. */
export function cookies(req: Request): Map<string, string> {
  const pairs = (req.headers.get("cookie") ?? "").split(/; */).flatMap((part) => {
    const at = part.indexOf("=");
    return at < 1 ? [] : [[part.slice(0, at), part.slice(at + 1)] as [string, string]];
  });
  return new Map(pairs);
}
