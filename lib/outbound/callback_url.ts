/** A courtesy to the sender: the guard is `guarded_sockets.ts`, when the address is dialled. */
import { addressInUrl, bareHost, mayReach, type Nets } from "@/lib/outbound/addresses.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import type { callbackUrlWords } from "@/lib/words/callback_url.ts";

export type CallbackUrlRefusal = keyof typeof callbackUrlWords;

type CallbackUrlCheck = { ok: true; url: URL } | { ok: false; reason: CallbackUrlRefusal };

export interface CallbackUrlOptions {
  allow: Nets;
  /** Ports of public addresses; those in `allow` may have any. */
  ports: ReadonlySet<number>;
  names: Lookups;
  companyId: number;
  timeoutMs?: number;
}

const maxLength = 2048;
/** Ports that may be called; others may be of programs that no HTTP request should reach. */
const USUAL_PORTS: ReadonlySet<number> = new Set([443, 8443]);

/** A host that does not resolve in time passes; what is in `allow` may have any port and plain http. */
export async function checkCallbackUrl(
  text: string,
  options: CallbackUrlOptions,
): Promise<CallbackUrlCheck> {
  const url = URL.parse(text);
  const reason = formRefusal(text, url) ?? await hostRefusal(url!, options);
  return reason ? { ok: false, reason } : { ok: true, url: url! };
}

function formRefusal(text: string, url: URL | null): CallbackUrlRefusal | undefined {
  if (text.length > maxLength && [...text].length > maxLength) return "too_long";
  if (url && url.protocol !== "https:" && url.protocol !== "http:") return "not_https";
  // deno-lint-ignore no-control-regex
  if (!url || !bareHost(url) || /[\x00-\x20\x7f]/.test(text)) return "not_a_url";
  if (/^[^:]*:[/\\]*[^/\\?#]*@/.test(text)) return "user_info";
  if (text.includes("#")) return "fragment";
}

async function hostRefusal(
  url: URL,
  options: CallbackUrlOptions,
): Promise<CallbackUrlRefusal | undefined> {
  const { allow, ports } = options;
  const plain = url.protocol === "http:";
  if (plain && allow.empty) return "not_https";
  const port = Number(url.port || 443);
  const isUsual = !plain && (USUAL_PORTS.has(port) || ports.has(port));
  if (!isUsual && allow.empty) return "port_not_allowed";
  const addresses = await addressesOf(url, options);
  if (!addresses) return isUsual ? undefined : plain ? "not_https" : "port_not_allowed";
  const reachable = addresses.filter((address) => mayReach(address, { allow, plain }));
  if (reachable.length === 0) return plain ? "not_https" : "address_not_public";
  if (isUsual || reachable.every((address) => allow.contains(address))) return undefined;
  return "port_not_allowed";
}

async function addressesOf(
  url: URL,
  { names, companyId, timeoutMs = 1_000 }: CallbackUrlOptions,
): Promise<string[] | undefined> {
  const address = addressInUrl(url);
  if (address) return [address];
  const name = bareHost(url);
  // RFC 6761, section 6.3: localhost is this machine, whatever a resolver says.
  if (/(^|\.)localhost$/.test(name)) return ["127.0.0.1", "::1"];
  const addresses = await names.findWithin(timeoutMs, name, companyId);
  return addresses?.length ? addresses : undefined;
}
