import type { Services } from "@/lib/service/services.ts";
import { count, observe } from "@/lib/metrics/registry.ts";
import { describeError } from "@/lib/tools/log.ts";
import { traced } from "@/lib/tools/trace.ts";
import { createCompression } from "@/lib/http/compression.ts";
import { failure } from "@/lib/http/envelope.ts";
import { languageOf } from "@/lib/http/endpoint.ts";
import { type Code, Problem, problem } from "@/lib/input/errors.ts";
import { callersNetwork, requestIdOf, takeRequestId } from "@/lib/http/request.ts";
import { audienceOf, statusClass } from "@/lib/http/serving/audience.ts";
import { keepListening } from "@/lib/http/serving/keep_listening.ts";
import type { Settle } from "@/lib/fairness/anonymous_limit.ts";
import type { KeptAnswers } from "@/lib/http/serving/kept_answers.ts";
import { isForPage, refusalPage } from "@/lib/http/serving/refusal_page.ts";
import type { PrecompressedFiles } from "@/lib/http/precompressed.ts";

export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/** Twice what proxies let through. Taking a query apart costs more than all else of a refusal. */
const maxUrlLength = 16 * 1024;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const requestIdName = "X-Request-Id";
const forAll = { "X-Content-Type-Options": "nosniff" };

const securityHeaders = {
  ...forAll,
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
};

type Observing = Pick<
  Services,
  "config" | "log" | "draining" | "anonymousLimit" | "requestCounts" | "proxyProbes"
>;

interface Prepared {
  precompressed?: PrecompressedFiles;
  cache?: KeptAnswers;
}

/**
 * Gives every response a log line, and all but assets an id and security headers. Compresses around
 * the app, so that either Fresh may be inside. Only calls with a credential, static files and health
 * checks pass freely.
 * @param prepared the build's files and the cache of answers
 */
export function observed(
  handler: Handler,
  services: Observing,
  { precompressed, cache }: Prepared = {},
): Handler {
  const compress = createCompression(precompressed);
  const always = Object.entries(headersFor(services.config));
  const ofAssets = Object.entries(forAll);
  const finished = new WeakSet<Response>();
  const finish = (req: Request, response: Response): Response => {
    if (finished.has(response)) return response;
    const isAsset = isKeptForGood(response);
    // From a browser's cache an asset would tell the id of another request.
    return isAsset
      ? dress(withoutTag(response), ofAssets)
      : dress(response, [[requestIdName, requestIdOf(req)], ...always]);
  };
  const make: Handler = async (req, info) => {
    const answer = await compress(req, await handler(req, info));
    if (!cache) return answer;
    const response = await cache.keep(req, finish(req, answer));
    finished.add(response);
    return response;
  };
  const enter = entrance(services, precompressed);
  const warnOfProxy = proxyWarning(services);
  const answer: Handler = async (req, info) => {
    const hit = cache?.find(req, [requestIdName, requestIdOf(req)]);
    if (hit) finished.add(hit.response);
    if (hit?.isFile) return hit.response;
    const settle = enter(req, info);
    const response = hit?.response ?? await make(req, info);
    settle(response.status);
    return response;
  };
  return async (req, info) => {
    warnOfProxy(req);
    services.proxyProbes.see(req, info, services.config.clientIpHeader);
    const startedAt = performance.now();
    const trace = { requestId: takeRequestId(req, services.config.clientIpHeader), made: [] };
    const answering = traced(trace, () => answerSafely(answer, req, info, services));
    const answered = finish(req, await answering);
    // Its callers, proxies too, are on new connections by the time that the listener closes.
    const isLast = services.draining.aborted;
    const response = isLast ? dress(answered, [["Connection", "close"]]) : answered;
    const durationMs = performance.now() - startedAt;
    const path = pathOf(req.url);
    const audience = audienceOf(path);
    count("relevo_requests_total", [audience, statusClass(response.status)]);
    observe("relevo_request_seconds", [audience], durationMs / 1_000);
    if (!healthChecks.has(path)) services.requestCounts.note(response.status);
    // Most of what it says is made for it alone.
    if (!services.log.writesInfo) return response;
    services.log.info("request", {
      requestId: trace.requestId,
      method: req.method,
      path: loggedPath(req.url),
      status: response.status,
      durationMs: Math.round(durationMs * 10) / 10,
      ...(trace.made.length > 0 ? { made: trace.made } : {}),
    });
    return response;
  };
}

const passed: Settle = () => {};

/** Path of a URL as the client wrote it. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return start < 0 ? "" : end < 0 ? url.slice(start) : url.slice(start, end);
}

const healthChecks = new Set(["/healthz", "/readyz"]);

/** Takes a token of the request's address. @throws Problem rate_limited */
function entrance(
  { config, anonymousLimit, log }: Observing,
  precompressed: PrecompressedFiles | undefined,
) {
  return (req: Request, info: Deno.ServeHandlerInfo): Settle => {
    const pathname = pathOf(req.url);
    if (healthChecks.has(pathname) || precompressed?.isFile(pathname)) return passed;
    const address = callersNetwork(req, info, config.clientIpHeader);
    const wasBlind = anonymousLimit.isBlind;
    const settle = anonymousLimit.enter(address, req);
    if (anonymousLimit.isBlind && !wasBlind) {
      log.warn("anonymous_limit_off", {
        note: "Callers come from a private address: a proxy's, or this machine's. Calls without " +
          "a credential have no limit. Set CLIENT_IP_HEADER to the header in which the proxy " +
          "overwrites the caller's address.",
      });
    }
    return settle;
  };
}

/** A quotation's link opens it: its token stays out of the log. */
function loggedPath(url: string): string {
  return URL.parse(url)?.pathname.replace(/^\/+q\/+[^/]+/i, "/q/:token") ?? "";
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "cf-connecting-ip"];

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
  const refuseWith = (problem: Problem) => failure(problem, languageOf(req), requestIdOf(req));
  const refuse = (code: Code, headers?: Record<string, string>) =>
    refuseWith(problem(code, { headers }));
  if (req.url.length > maxUrlLength) return refuse("uri_too_long");
  if (!URL.canParse(req.url)) return refuse("bad_request");
  if (!methods.has(req.method)) {
    return refuse("method_not_allowed", { Allow: [...methods].join(", ") });
  }
  try {
    return await handler(req, info);
  } catch (error) {
    if (error instanceof URIError) return refuse("bad_request");
    if (error instanceof Problem) {
      return isForPage(req) ? refusalPage(req, error) : refuseWith(error);
    }
    log.error("request_failed", { requestId: requestIdOf(req), ...describeError(error) });
    return refuse("internal");
  }
}

/** Headers of every response; behind HTTPS also that browsers stay there (RFC 6797). */
function headersFor({ publicUrl }: Pick<Services["config"], "publicUrl">): Record<string, string> {
  if (!publicUrl.startsWith("https:")) return securityHeaders;
  return { ...securityHeaders, "Strict-Transport-Security": "max-age=31536000" };
}

function isKeptForGood({ status, headers }: Response): boolean {
  return status === 200 && /\bimmutable\b/.test(headers.get("cache-control") ?? "");
}

/** Browsers do not ask again for what is kept for good. */
function withoutTag(asset: Response): Response {
  const { headers } = asset;
  headers.delete("etag");
  const varied = headers.get("vary")?.split(/,\s*/).filter((name) => name !== "If-None-Match");
  if (varied?.length) headers.set("vary", varied.join(", "));
  else headers.delete("vary");
  return asset;
}

/** Adds headers, also where the response's own are immutable. */
function dress(response: Response, headers: [string, string][]): Response {
  try {
    return withThese(response, headers);
  } catch {
    return withThese(new Response(response.body, response), headers);
  }
}

function withThese(response: Response, headers: [string, string][]): Response {
  for (const [name, value] of headers) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Time for requests in flight to finish; the rest of a stop takes 3 s at most. */
const graceMs = 6_000;
const stopLimitMs = 9_500;

interface ServeOptions {
  drain: () => void;
  close: (graceMs: number, drained: Promise<void>) => Promise<void>;
  prepared: Prepared;
  stop: { reason: Promise<string>; wait(seconds: number): Promise<void> };
}

/**
 * Serves until it is asked to stop, then drains: unready at once, streams and polls end. After
 * DRAIN_SECONDS it stops in order within 10 s: no new requests, work finishes or is handed back,
 * stores close.
 */
export async function serveUntilStopped(
  handler: Handler,
  services: Services,
  { drain, close, prepared, stop }: ServeOptions,
): Promise<void> {
  const { host: hostname, port, drainSeconds } = services.config;
  const onListen = ({ hostname: host }: Deno.NetAddr) => {
    if (!isListening) services.log.info("listening", { host, port });
    isListening = true;
  };
  let isListening = false;
  const answer = observed(handler, services, prepared);
  const server = keepListening(
    () => Deno.serve({ hostname, port, onListen }, answer),
    services.log,
  );
  const signal = await stop.reason;
  services.log.info("stopping", { signal, ...(drainSeconds > 0 ? { drainSeconds } : {}) });
  drain();
  await stop.wait(drainSeconds);
  // Unfinished work is found again in Postgres.
  Deno.unrefTimer(setTimeout(() => {
    services.log.error("stop_forced");
    Deno.exit(1);
  }, stopLimitMs));
  await close(graceMs, server.shutdown());
  services.log.info("stopped");
}
