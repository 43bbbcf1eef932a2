import { pairingCookies } from "@/lib/http/phones/pairing_cookies.ts";
import { bearer } from "@/lib/http/request.ts";

/** Cookies that are read; more are ignored. */
const maxCookies = 50;

/**
 * The credentials that a request brings, whether they hold or not.
 * @param gatewayHeader names the header of the gateway's token
 */
export function credentialsOf(req: Request, gatewayHeader: string | undefined): string[] {
  const token = gatewayHeader ? req.headers.get(gatewayHeader) : null;
  const cookies = req.headers.has("cookie") ? pairingCookies(req, null) : [];
  return [bearer(req), token, linkToken(req), ...cookies.map(({ token }) => token)]
    .filter((secret): secret is string => Boolean(secret)).slice(0, maxCookies);
}

/** The token of a quotation's link, which is in its path. */
function linkToken({ url }: Request): string | undefined {
  return /^[^/]+\/\/[^/]+\/q\/([\w-]+)/.exec(url)?.[1];
}
