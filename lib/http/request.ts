import ipaddr from "ipaddr.js";
import { networkOf } from "@/lib/fairness/network.ts";

const ids = new WeakMap<Request, string>();

/** Takes the id that a proxy gave, where one is before us (`clientIpHeader`); else makes one. */
export function takeRequestId(req: Request, clientIpHeader: string | undefined): string {
  const header = clientIpHeader === undefined ? "" : req.headers.get("x-request-id") ?? "";
  const id = /^[\w-]{8,64}$/.test(header) ? header : crypto.randomUUID();
  ids.set(req, id);
  return id;
}

export function requestIdOf(req: Request): string {
  return ids.get(req) ?? takeRequestId(req, undefined);
}

/** The socket's address, or the trusted proxy's (`CLIENT_IP_HEADER`); of IPv6 the /64. */
export function remoteAddress({ req, info, state }: RequestContext): string {
  return networkOf(addressOf(req, info, state.services.config.clientIpHeader) ?? "unknown");
}

export function addressOf(
  req: Request,
  info: { remoteAddr?: unknown },
  clientIpHeader: string | undefined,
): string | undefined {
  return forwardedAddress(req, clientIpHeader) ?? socketAddress(info);
}

interface RequestContext {
  req: Request;
  info: { remoteAddr?: unknown };
  state: { services: { config: { clientIpHeader: string | undefined } } };
}

/** `remoteAddress`, or undefined where a private proxy hides callers who would share one. */
export function callersNetwork(
  req: Request,
  info: Pick<Deno.ServeHandlerInfo, "remoteAddr">,
  clientIpHeader: string | undefined,
): string | undefined {
  const forwarded = forwardedAddress(req, clientIpHeader);
  if (forwarded) return networkOf(forwarded);
  const socket = socketAddress(info);
  return socket && isPublic(socket) ? networkOf(socket) : undefined;
}

function forwardedAddress(req: Request, header: string | undefined): string | undefined {
  return (header && req.headers.get(header)?.split(",")[0]?.trim()) || undefined;
}

export function socketAddress({ remoteAddr }: { remoteAddr?: unknown }): string | undefined {
  return (remoteAddr as { hostname?: string } | undefined)?.hostname;
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** The /24 around an IPv4 address, the /48 around IPv6: a sender's addresses lie side by side. */
export function surroundingNetwork(address: string): string {
  const bare = address.replace(/\/64$/, "");
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv6) {
    return `${new ipaddr.IPv6(parsed.parts.map((part, at) => at < 3 ? part : 0))}/48`;
  }
  return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
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
