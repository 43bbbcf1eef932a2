/** Answers of the gateway itself. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { Refusal, type RefusalCode, refusalStatus } from "@/gateway/auth/refusal.ts";
import { RefusalPage } from "@/gateway/pages/notice.tsx";
import { refusalWords } from "@/gateway/words/refusals.ts";
import { isForPage, languageOf, requestIdOf } from "./request.ts";

export interface Reply {
  status: number;
  headers: Record<string, string>;
  cookies?: string[];
  body?: string | Uint8Array;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Vary": "Accept, Accept-Language, Cookie",
  "Content-Security-Policy": policy,
  "Permissions-Policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
  // An invitation's token is in its address. Not no-referrer: forms would send "Origin: null".
  "Referrer-Policy": "strict-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
};

export function page(content: VNode, status = 200, headers: Record<string, string> = {}): Reply {
  const body = `<!doctype html>${render(content)}`;
  return { status, headers: { ...pageHeaders, ...headers }, body };
}

export function json(data: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status: 200,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    body: JSON.stringify(data),
  };
}

export function redirect(to: string, cookies: string[] = [], status = 303): Reply {
  const headers = { Location: to, "Cache-Control": "no-store", Vary: "Accept, Cookie" };
  return { status, headers, cookies };
}

/** Headers of a refusal; of a passing one also when to come again. */
export function refusalHeaders({ code, retryAfterSeconds }: Refusal): Record<string, string> {
  const status = refusalStatus[code];
  const usual: Record<number, number> = { 429: 60, 503: 2 };
  const wait = retryAfterSeconds || usual[status];
  return {
    ...(wait ? { "Retry-After": String(wait) } : {}),
    ...(code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="Relevo"' } : {}),
    ...(code === "too_large" || code === "upgrade_refused" ? { Connection: "close" } : {}),
  };
}

/** A refusal as a page for people, and in the app's form for programs and scripts. */
export function refusal(req: IncomingMessage, refused: Refusal): Reply {
  if (!isForPage(req)) return refusalJson(req, refused);
  const { code } = refused;
  const status = refusalStatus[code];
  const headers = refusalHeaders(refused);
  if (status === 503 && req.method === "GET") headers["Refresh"] = "2";
  return page(RefusalPage({ language: languageOf(req), code }), status, headers);
}

function refusalJson(req: IncomingMessage, refused: Refusal, further: object = {}): Reply {
  const { code } = refused;
  const language = languageOf(req);
  const requestId = requestIdOf(req);
  const error = refusalWords[code][language];
  const answer = json({ success: false, error, code, requestId, ...further }, {
    ...refusalHeaders(refused),
    "X-Request-Id": requestId,
    "Content-Language": language,
  });
  return { ...answer, status: refusalStatus[code] };
}

/** The app's own answer of a process that was asked to stop. */
export function drainingReply(req: IncomingMessage): Reply {
  return refusalJson(req, new Refusal("app_unavailable"), { details: { stuck: ["draining"] } });
}

export function refuseWith(req: IncomingMessage, code: RefusalCode): Reply {
  return refusal(req, new Refusal(code));
}

/** Sends it; to HEAD without the body. */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, cookies, body = "" }: Reply,
  isHttps: boolean,
): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (cookies?.length) res.setHeader("Set-Cookie", cookies);
  res.setHeader("X-Content-Type-Options", "nosniff");
  if (isHttps) res.setHeader("Strict-Transport-Security", "max-age=31536000");
  res.statusCode = status;
  res.end(req.method === "HEAD" ? undefined : body);
}
