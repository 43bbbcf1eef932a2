/** Decides of each request whether a page of the gateway answers it, or the app, and in whose name. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Additions } from "@/gateway/additions.ts";
import { AppUnavailable } from "@/gateway/app_calls.ts";
import type { Caller } from "@/gateway/auth/call.ts";
import { Refusal, type RefusalCode } from "@/gateway/auth/refusal.ts";
import type { Admission } from "@/gateway/entrance.ts";
import type { Gateway } from "@/gateway/gateway.ts";
import type { Proxy } from "@/gateway/proxy/proxy.ts";
import { describeError } from "@/lib/tools/log.ts";
import { networkOf } from "@/lib/fairness/network.ts";
import type { PageRequest } from "./page_request.ts";
import { isForMachines, ownPage } from "./own_pages.ts";
import { canonicalPath, isPrivate, isProtected } from "./paths.ts";
import { drainingReply, redirect, refusal, refuseWith, type Reply, send } from "./reply.ts";
import { isFromHere, isNavigation, languageOf, takeRequestId } from "./request.ts";

export interface Guard {
  gateway: Gateway;
  proxy: Proxy;
  additions: Additions;
  /** The gateway is stopping. */
  isDraining: () => boolean;
}

/** Health checks of a balancer in front. */
const asksWhetherReady = new Set(["/readyz", "/.gateway/healthz"]);

export async function answer(
  guard: Guard,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { gateway, additions } = guard;
  takeRequestId(req, gateway.config.clientIpHeader);
  const isHttps = gateway.config.publicUrl.startsWith("https:");
  const reply = (answer: Reply) => send(req, res, answer, isHttps);
  const refuse = (code: RefusalCode) => reply(refuseWith(req, code));
  const { pages, furtherWays } = additions;
  try {
    if (additions.answer?.(req, res)) return;
    if (isUpgrade(req)) return refuse("upgrade_refused");
    if (!req.url?.startsWith("/")) return refuse("bad_request");
    // Prefixed, not resolved: "//host/path" is a path here.
    const url = URL.parse(`http://gateway.invalid${req.url}`);
    if (!url) return refuse("bad_request");
    const path = canonicalPath(url.pathname);
    if (isPrivate(path)) return refuse("not_found");
    if (guard.isDraining() && asksWhetherReady.has(path)) return reply(drainingReply(req));
    const caller = callerOf(req, gateway.config.clientIpHeader);
    const page = ownPage(url.pathname, pages);
    if (page) return reply(await ownAnswer(page, { gateway, req, url, caller, furtherWays }));
    if (path.startsWith("/.gateway")) return refuse("not_found");
    if (!isProtected(path)) return await pass(guard, req, res, { caller, refuse });
    const admission = await gateway.entrance.admit(caller);
    if (admission.is === "in") return await pass(guard, req, res, { caller, refuse, admission });
    if (admission.is !== "out") return refuse(admission.is);
    if (!isNavigation(req)) return refuse("unauthorized");
    const to = encodeURIComponent(url.pathname + url.search);
    reply(redirect(`/.gateway/login?to=${to}`, [], 302));
  } catch (error) {
    reply(refusal(req, asRefusal(gateway, error)));
  }
}

function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? "");
}

function callerOf(req: IncomingMessage, header: string | undefined): Caller {
  const value = header && req.headers[header.toLowerCase()];
  const forwarded = typeof value === "string" ? value.split(",").at(-1)!.trim() : "";
  const address = forwarded || req.socket.remoteAddress || "unknown";
  return {
    cookie: req.headers.cookie ?? "",
    userAgent: (req.headers["user-agent"] ?? "").slice(0, 500),
    address,
    network: networkOf(address),
  };
}

async function ownAnswer(
  page: NonNullable<ReturnType<typeof ownPage>>,
  { gateway, req, url, ...rest }: Omit<PageRequest, "language">,
): Promise<Reply> {
  const method = req.method === "HEAD" ? "GET" : req.method ?? "";
  const act = page[method as "GET" | "POST"];
  const offered = Object.keys(page);
  if (offered.length === 0) throw new Refusal("not_found");
  if (!act) {
    const refused = refuseWith(req, "method_not_allowed");
    const allow = offered.flatMap((one) => one === "GET" ? ["GET", "HEAD"] : [one]).join(", ");
    return { ...refused, headers: { ...refused.headers, Allow: allow } };
  }
  const { publicUrl } = gateway.config;
  if (method === "POST" && !isFromHere(req, publicUrl)) throw new Refusal("cross_site");
  // Passkeys and cookies belong to one host, so pages are shown under no other.
  if (req.headers.host !== new URL(publicUrl).host && !isForMachines(url.pathname)) {
    return redirect(publicUrl + url.pathname + url.search, [], 302);
  }
  return await act({ gateway, req, url, language: languageOf(req), ...rest });
}

interface Passing {
  caller: Caller;
  refuse: (code: RefusalCode) => void;
  /** Absent for public paths. */
  admission?: Extract<Admission, { is: "in" }>;
}

async function pass(
  { gateway, proxy }: Guard,
  req: IncomingMessage,
  res: ServerResponse,
  { caller, refuse, admission }: Passing,
): Promise<void> {
  await proxy.forward(req, res, {
    identity: admission?.token,
    address: caller.address,
    unreachable: () => refuse("app_unavailable"),
  });
  if (admission) watch(gateway, res, { caller, until: admission.until });
}

/** Ends an answer that goes on longer than its session, such as a stream of changes. */
function watch(
  gateway: Gateway,
  res: ServerResponse,
  { caller, until }: { caller: Caller; until: number },
): void {
  const ask = async () => {
    const admission = await gateway.entrance.admit(caller);
    if (admission.is === "in") watch(gateway, res, { caller, until: admission.until });
    else res.destroy();
  };
  const timer = setTimeout(ask, Math.max(until - Date.now(), 0) + 5);
  Deno.unrefTimer(timer);
  res.once("close", () => clearTimeout(timer));
}

function asRefusal({ log }: Gateway, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof AppUnavailable) return new Refusal("app_unavailable");
  log.error("request_failed", describeError(error));
  return new Refusal(isOfDatabase(error) ? "database_unavailable" : "internal");
}

/** Detects lost connections, and a Postgres that starts, stops, or takes no login or no writes. */
function isOfDatabase(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /^(ECONN|EPIPE|ETIMEDOUT|08|57P|53|28000|28P01|3D000|25006)/.test(code) ||
    /Connection terminated|timeout exceeded|Query read timeout/i.test(message);
}
