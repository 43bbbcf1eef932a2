/**
 * The demo's sign-in gateway: stands in for the access proxy used in production.
 *
 * Cast: `signing_key.ts` signs, `login_page.ts` renders, `gateway/proxy` forwards requests; this file
 * decides who gets through. Not for production: it asks for no password.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { canonicalPath, isProtected, safePath } from "@/gateway/http/paths.ts";
import { isNavigation, languageOf, readText } from "@/gateway/http/request.ts";
import { chatPath } from "./chat/accounts.ts";
import { answerChat } from "./chat/answer.ts";
import type { Chat } from "./chat/chat.ts";
import { answerMail } from "./mail/answer.ts";
import type { CustomerMail } from "./mail/customer_mail.ts";
import { mailPath } from "./mail/path.ts";
import type { Asked } from "./customer/parts.ts";
import { loginPage, loginWords, type Person } from "./login_page.ts";
import { passLiveReload } from "./live_reload.ts";
import { createProxy, type Proxy } from "@/gateway/proxy/proxy.ts";
import { refuse, sendPage } from "./refusals.ts";
import { openSigningKey, type SigningKey } from "./signing_key.ts";

export type { Person };

const SESSION_COOKIE = "relevo_demo_session";
const SESSION_SECONDS = 7 * 86_400;
const TOKEN_SECONDS = 300;
const TOKEN_REUSE_MS = 60_000;
const MAX_FORM_BYTES = 4096;

interface DemoGatewayOptions {
  /** 0 picks a free one. */
  port: number;
  hostname?: string;
  /** Origin of the app behind, such as `http://127.0.0.1:8001`. */
  target: string;
  /** People who may sign in. */
  people: Person[];
  /** The header that carries the identity, such as `Cf-Access-Jwt-Assertion`. */
  headerName: string;
  issuer: string;
  audience: string;
  /** File of the gateway's private key; created if absent. */
  keyFile: string;
  /** Its host is accepted too; otherwise only this machine's own names are. */
  publicUrl?: string;
  /** Chats between customers and companies. */
  chats?: Chat[];
  /** Mail that customers write and receive. */
  mails?: CustomerMail[];
  /** Passes on the development server's live-reload socket. */
  liveReload?: boolean;
}

export interface DemoGateway {
  url: string;
  /** The key set that the app verifies tokens against. */
  jwksUrl: string;
  /** Stops listening and drops every connection, including open streams. */
  close(): Promise<void>;
}

interface Door extends DemoGatewayOptions {
  key: SigningKey;
  proxy: Proxy;
  tokens: Map<string, { token: string; until: number }>;
}

/** Starts the gateway. Rejects if the port is taken or `keyFile` holds something else. */
export async function startDemoGateway(options: DemoGatewayOptions): Promise<DemoGateway> {
  const { hostname = "127.0.0.1", port, target, headerName, keyFile } = options;
  const key = await openSigningKey(keyFile);
  const ownCookies = [SESSION_COOKIE];
  const proxy = createProxy({ target, identityHeader: headerName, ownCookies });
  const door: Door = { ...options, key, proxy, tokens: new Map() };
  const server = createServer((req, res) => {
    // An unread body would hold up the next request of its connection.
    res.on("finish", () => req.resume());
    answer(door, req, res).catch(() => {
      if (res.headersSent) res.destroy();
      else refuse(req, res, "internal");
    });
  });
  if (options.liveReload) passLiveReload(server, target);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => resolve());
  });
  const shown = hostname === "0.0.0.0" || hostname === "::" ? "localhost" : hostname;
  const url = `http://${shown}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    jwksUrl: `${url}/.gateway/certs`,
    close: () => {
      proxy.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function answer(door: Door, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (!req.url?.startsWith("/")) return refuse(req, res, "bad_request");
  // Prefixed, not resolved: "//host/path" is a path here.
  const url = new URL(`http://gateway.invalid${req.url}`);
  const path = canonicalPath(url.pathname);
  if (path.startsWith("/.gateway/")) return await ownPage(door, url, req, res);
  if (!isProtected(path)) return forward(door, req, res);
  const email = await signedIn(door, req);
  if (email) return forward(door, req, res, await identityToken(door, email));
  if (!isNavigation(req)) return refuse(req, res, "unauthorized");
  redirect(res, 302, `/.gateway/login?to=${encodeURIComponent(url.pathname + url.search)}`);
}

function forward(door: Door, req: IncomingMessage, res: ServerResponse, identity?: string): void {
  door.proxy.forward(req, res, {
    identity,
    unreachable: () => refuse(req, res, "app_unavailable"),
  });
}

async function signedIn(door: Door, req: IncomingMessage): Promise<string | null> {
  for (const pair of (req.headers.cookie ?? "").split(";")) {
    const [name, ...value] = pair.trim().split("=");
    if (name !== SESSION_COOKIE) continue;
    const email = await door.key.read(value.join("="), session(door));
    if (email && door.people.some((person) => person.email === email)) return email;
  }
  return null;
}

/** A session has its own audience, so that the app never accepts one as an identity. */
function session({ issuer, audience }: Door) {
  return { issuer, audience: `${audience}#session`, lifetimeSeconds: SESSION_SECONDS };
}

async function identityToken(door: Door, email: string): Promise<string> {
  const { issuer, audience, key, tokens } = door;
  const kept = tokens.get(email);
  if (kept && kept.until > Date.now()) return kept.token;
  const token = await key.sign(email, { issuer, audience, lifetimeSeconds: TOKEN_SECONDS });
  tokens.set(email, { token, until: Date.now() + TOKEN_REUSE_MS });
  return token;
}

async function ownPage(door: Door, url: URL, req: IncomingMessage, res: ServerResponse) {
  const customers = customersPage(door, { url, req, res });
  if (customers) {
    if (isCrossSite(req)) return refuse(req, res, "cross_site");
    if (!isOwnHost(req, door.publicUrl)) return refuse(req, res, "foreign_host");
    return await customers();
  }
  const pages: Record<string, Partial<Record<string, () => void | Promise<void>>>> = {
    "/.gateway/certs": { GET: () => sendKeys(door, res) },
    "/.gateway/login": {
      GET: () => showLogin(door, req, res, { to: safePath(url.searchParams.get("to")) }),
      POST: () => signIn(door, req, res),
    },
    "/.gateway/logout": { GET: () => signOut(res), POST: () => signOut(res) },
  };
  const page = pages[url.pathname];
  if (!page) return refuse(req, res, "not_found");
  const act = page[req.method === "HEAD" ? "GET" : req.method ?? ""];
  if (act) return await act();
  res.setHeader("Allow", ["HEAD", ...Object.keys(page)].join(", "));
  refuse(req, res, "method_not_allowed");
}

/** Finds the handler of a customer page: chat or mail. */
function customersPage(door: Door, asked: Pick<Asked, "url" | "req" | "res">) {
  const [, kind, id, part = ""] =
    /^\/\.gateway\/(chat|mail)\/(\d+)(?:\/(\w+))?$/.exec(asked.url.pathname) ?? [];
  const companyId = Number(id);
  if (kind === "chat") {
    const chat = door.chats?.find(({ account }) => account.companyId === companyId);
    return chat && (() => answerChat({ ...asked, part, chat }));
  }
  const mail = door.mails?.find(({ mailbox }) => mailbox.owner.companyId === companyId);
  return mail && (() => answerMail({ ...asked, part, mail }));
}

function sendKeys(door: Door, res: ServerResponse): void {
  res.setHeader("Content-Type", "application/json");
  res.setHeader("Cache-Control", "public, max-age=60");
  res.end(JSON.stringify(door.key.keySet));
}

async function showLogin(
  door: Door,
  req: IncomingMessage,
  res: ServerResponse,
  { to, problem, status = 200 }: { to: string; problem?: string; status?: number },
): Promise<void> {
  const language = languageOf(req);
  const current = await signedIn(door, req);
  const chats = (door.chats ?? []).map(({ account: { company, companyId } }) => ({
    company,
    href: chatPath(companyId),
  }));
  const mails = (door.mails ?? []).map(({ mailbox: { owner: { company, companyId } } }) => ({
    company,
    href: mailPath(companyId),
  }));
  const { people } = door;
  sendPage(res, status, loginPage({ language, people, to, current, problem, chats, mails }));
}

async function signIn(door: Door, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (isCrossSite(req)) return refuse(req, res, "cross_site");
  if (!isOwnHost(req, door.publicUrl)) return refuse(req, res, "foreign_host");
  const text = await readText(req, MAX_FORM_BYTES);
  if (text === null) return refuse(req, res, "too_large");
  const form = new URLSearchParams(text);
  const to = safePath(form.get("to"));
  const person = door.people.find(({ email }) => email === form.get("email"));
  if (!person) {
    const problem = loginWords.stranger[languageOf(req)];
    return await showLogin(door, req, res, { to, problem, status: 422 });
  }
  setSession(res, await door.key.sign(person.email, session(door)), SESSION_SECONDS);
  redirect(res, 303, to);
}

function signOut(res: ServerResponse): void {
  setSession(res, "", 0);
  redirect(res, 303, "/.gateway/login");
}

/**
 * Browsers send one of these headers with every POST; a program without them has no cookie either.
 */
function isCrossSite(req: IncomingMessage): boolean {
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = req.headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}

/**
 * Without a password, the Host header is the only guard: a page on the internet may resolve its own
 * name to this machine (DNS rebinding), and a tunnel may expose the demo.
 */
function isOwnHost(req: IncomingMessage, publicUrl: string | undefined): boolean {
  const url = URL.parse(`http://${req.headers.host}`);
  if (!url) return false;
  const name = url.hostname;
  return !name.includes(".") || name.endsWith(".localhost") || /^[\d.]+$/.test(name) ||
    (publicUrl !== undefined && url.host === new URL(publicUrl).host);
}

function setSession(res: ServerResponse, value: string, maxAgeSeconds: number): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
  res.setHeader("Set-Cookie", `${SESSION_COOKIE}=${value}; ${attributes}`);
}

function redirect(res: ServerResponse, status: 302 | 303, location: string): void {
  res.writeHead(status, {
    Location: location,
    "Cache-Control": "no-store",
    Vary: "Accept, Cookie",
  });
  res.end();
}
