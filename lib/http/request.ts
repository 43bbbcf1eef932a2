import ipaddr from "ipaddr.js";
import type { Ctx } from "@/lib/http/context.ts";

const ids = new WeakMap<Request, string>();

/** The caller's own id where it is well-formed, else a new one. */
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
 * Whom limits count as one: the socket's address, or that of the trusted proxy's header
 * (`CLIENT_IP_HEADER`). Of IPv6 it is the /64 network, which is what one subscriber has.
 */
export function remoteAddress(ctx: Ctx): string {
  const header = ctx.state.services.config.clientIpHeader;
  const named = header ? ctx.req.headers.get(header)?.split(",")[0]?.trim() : undefined;
  const socket = ctx.info.remoteAddr as { hostname?: string };
  return networkOf(named || socket?.hostname || "unknown");
}

function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.map((part, at) => at < 4 ? part : 0);
  return `${new ipaddr.IPv6(network)}/64`;
}

/** Whether another site caused this unsafe request, by Fetch Metadata or Origin. */
export function isCrossSite(req: Request, publicUrl: string): boolean {
  const site = req.headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = req.headers.get("origin");
  if (!origin) return false;
  if (origin === new URL(publicUrl).origin) return false;
  const hosts = [req.headers.get("host"), req.headers.get("x-forwarded-host")];
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/** `Authorization: Bearer …` (RFC 6750). */
export function bearer(req: Request): string | undefined {
  return /^Bearer +([\w~+/.-]+=*) *$/i.exec(req.headers.get("authorization") ?? "")?.[1];
}

export function cookies(req: Request): Map<string, string> {
  const pairs = (req.headers.get("cookie") ?? "").split(/; */).flatMap((part) => {
    const at = part.indexOf("=");
    return at < 1 ? [] : [[part.slice(0, at), part.slice(at + 1)] as [string, string]];
  });
  return new Map(pairs);
}
