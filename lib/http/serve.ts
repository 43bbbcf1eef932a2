import type { Services } from "@/lib/services.ts";
import { describeError } from "@/lib/log.ts";
import { createCompression } from "@/lib/http/compression.ts";
import { failure } from "@/lib/http/envelope.ts";
import { languageOf } from "@/lib/http/endpoint.ts";
import { type Code, problem } from "@/lib/input/errors.ts";
import { requestIdOf } from "@/lib/http/request.ts";
import { keepListening } from "@/lib/http/serving/keep_listening.ts";
import type { Twins } from "@/lib/http/twins.ts";

export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/** Twice what proxies let through. Taking a query apart costs more than all else of a refusal. */
const maxUrlLength = 16 * 1024;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What every answer says, assets that are kept for good too. */
const forAll = { "X-Content-Type-Options": "nosniff" };

const securityHeaders = {
  ...forAll,
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Wraps the app's handler with what every response needs: a request id, strict security headers, a
 * log line, and an answer if the app gives none (an undecodable path, an unusual method). Answers
 * are compressed here too, around the app, so that either Fresh may be inside.
 * @param twins what the build has compressed already
 */
export function observed(
  handler: Handler,
  services: Pick<Services, "config" | "log" | "stopping">,
  twins?: Twins,
): Handler {
  const compress = createCompression(twins);
  const always = headersFor(services.config);
  const answer: Handler = async (req, info) => await compress(req, await handler(req, info));
  const warnOfProxy = proxyWarning(services);
  return async (req, info) => {
    warnOfProxy(req);
    const startedAt = performance.now();
    const requestId = requestIdOf(req);
    const given = await answerSafely(answer, req, info, services);
    const isAsset = isKeptForGood(given);
    const response = dress(isAsset ? withoutTag(given) : given, {
      ...(isAsset ? forAll : always),
      "X-Request-Id": requestId,
    });
    services.log.info("request", {
      requestId,
      method: req.method,
      path: loggedPath(req.url),
      status: response.status,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    });
    return response;
  };
}

/** A quotation's link opens it: its token stays out of the log. */
function loggedPath(url: string): string {
  return URL.parse(url)?.pathname.replace(/^\/+q\/+[^/]+/i, "/q/:token") ?? "";
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "cf-connecting-ip"];

/** Says once that a proxy hides the callers' addresses, so that all share the limits of one. */
function proxyWarning({ config, log }: Pick<Services, "config" | "log">): (req: Request) => void {
  let isDue = config.clientIpHeader === undefined;
  return ({ headers }) => {
    const header = isDue ? forwardingHeaders.find((name) => headers.has(name)) : undefined;
    if (!header) return;
    isDue = false;
    log.warn("client_address_unknown", {
      header,
      note: "A proxy forwards requests and CLIENT_IP_HEADER is not set: limits by address count " +
        "everybody as one. Set it to the header in which the proxy overwrites the address.",
    });
  };
}

async function answerSafely(
  handler: Handler,
  req: Request,
  info: Deno.ServeHandlerInfo,
  { log }: Pick<Services, "log">,
): Promise<Response> {
  const refuse = (code: Code, headers?: Record<string, string>) =>
    failure(problem(code, { headers }), languageOf(req), requestIdOf(req));
  if (req.url.length > maxUrlLength) return refuse("uri_too_long");
  // A `Host` that is none makes an address that is none.
  if (!URL.canParse(req.url)) return refuse("bad_request");
  if (!methods.has(req.method)) {
    return refuse("method_not_allowed", { Allow: [...methods].join(", ") });
  }
  try {
    return await handler(req, info);
  } catch (error) {
    if (error instanceof URIError) return refuse("bad_request");
    log.error("request_failed", { requestId: requestIdOf(req), ...describeError(error) });
    return refuse("internal");
  }
}

/** What every response says; behind HTTPS also that browsers stay there (RFC 6797). */
function headersFor({ publicUrl }: Pick<Services["config"], "publicUrl">): Record<string, string> {
  if (!publicUrl.startsWith("https:")) return securityHeaders;
  return { ...securityHeaders, "Strict-Transport-Security": "max-age=31536000" };
}

function isKeptForGood({ status, headers }: Response): boolean {
  return status === 200 && /\bimmutable\b/.test(headers.get("cache-control") ?? "");
}

/** A page has dozens of assets, and no browser asks again for what is kept for good. */
function withoutTag(asset: Response): Response {
  const { headers } = asset;
  headers.delete("etag");
  const varied = headers.get("vary")?.split(/,\s*/).filter((name) => name !== "If-None-Match");
  if (varied?.length) headers.set("vary", varied.join(", "));
  else headers.delete("vary");
  return asset;
}

/** Adds missing headers, also where the response's own are immutable. */
function dress(response: Response, headers: Record<string, string>): Response {
  const lacking = Object.entries(headers).filter(([name]) => !response.headers.has(name));
  try {
    for (const [name, value] of lacking) response.headers.set(name, value);
    return response;
  } catch {
    const copy = new Response(response.body, response);
    for (const [name, value] of lacking) copy.headers.set(name, value);
    return copy;
  }
}

/** What is in flight may take so long to finish; the rest of a stop takes 3 s at most. */
const graceMs = 6_000;
const stopLimitMs = 9_500;

interface ServeOptions {
  close: (graceMs: number, drained: Promise<void>) => Promise<void>;
  twins: Twins;
  /** Settles when nobody is left to stop the process. */
  orphaned: Promise<void>;
}

/**
 * Serves until SIGTERM or SIGINT, then stops in order: no new requests, streams and long polls end,
 * what is in flight finishes or is handed back, the stores close. Done within 10 s.
 */
export async function serveUntilStopped(
  handler: Handler,
  services: Services,
  { close, twins, orphaned }: ServeOptions,
): Promise<void> {
  const { host: hostname, port } = services.config;
  const stopped = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => stopped.resolve(signal));
  }
  orphaned.then(() => stopped.resolve("launcher_ended"));
  const onListen = ({ hostname: host }: Deno.NetAddr) => {
    if (!isListening) services.log.info("listening", { host, port });
    isListening = true;
  };
  let isListening = false;
  const answer = observed(handler, services, twins);
  const server = keepListening(
    () => Deno.serve({ hostname, port, onListen }, answer),
    services.log,
  );
  services.log.info("stopping", { signal: await stopped.promise });
  // What is not done by then is found again in Postgres.
  Deno.unrefTimer(setTimeout(() => {
    services.log.error("stop_forced");
    Deno.exit(1);
  }, stopLimitMs));
  await close(graceMs, server.shutdown());
  services.log.info("stopped");
}
