/** Stands in for the app: its two private calls, and a record of what reaches it. */
import type { Side } from "./side.ts";

interface EntryLink {
  email: string;
  companyId: number;
  expiresAt: Date;
  used: boolean;
  recover: boolean;
}

const companies: Record<number, string> = { 1: "Talleres Ruiz", 2: "Estudio Vega" };

export interface StandIn extends Side {
  /** The newest request that came through the proxy. */
  lastRequest(): { method: string; url: string; headers: Headers } | undefined;
  /** Calls of may-enter so far. */
  requestCount(): number;
}

export function startStandIn({ secret, port = 0 }: { secret: string; port?: number }): StandIn {
  const members = new Map<string, Set<number>>();
  const links = new Map<string, EntryLink>();
  const requests: { method: string; url: string; headers: Headers }[] = [];
  let count = 0;
  let handler: ((request: Request) => Response | Promise<Response>) | undefined;

  function mayEnter(body: { email: string; company_id?: number }): Response {
    count++;
    const mine = members.get(body.email) ?? new Set();
    const may_enter = body.company_id === undefined ? mine.size > 0 : mine.has(body.company_id);
    return Response.json({ success: true, data: { may_enter } });
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/gateway/")) {
      if (request.headers.get("authorization") !== `Bearer ${secret}`) {
        return new Response(null, { status: 404 });
      }
      if (request.method === "OPTIONS") return new Response(null, { status: 204 });
      const body = await request.json();
      return pathname.endsWith("/may-enter")
        ? mayEnter(body)
        : redeemLink({ links, members }, body);
    }
    const { method, url, headers } = request;
    // The gateway's own look.
    if (pathname === "/readyz" && !headers.has("x-forwarded-host")) return new Response();
    requests.push({ method, url, headers });
    return handler ? await handler(request) : new Response("the app", {
      headers: { "content-type": "text/plain" },
    });
  }

  const start = () => {
    const stop = new AbortController();
    const options = { hostname: "127.0.0.1", port, signal: stop.signal, onListen() {} };
    const server = Deno.serve(options, answer);
    port = server.addr.port;
    return { stop, server };
  };
  let running: ReturnType<typeof start> | null = start();
  const stop = async () => {
    running?.stop.abort();
    await running?.server.finished;
    running = null;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    addMember(email, companyId) {
      members.set(email, (members.get(email) ?? new Set()).add(companyId));
      return Promise.resolve();
    },
    removeMember(email, companyId) {
      members.get(email)?.delete(companyId);
      return Promise.resolve();
    },
    async invite(email, companyId, { recover = false, expired = false } = {}) {
      await this.addMember(email, companyId);
      const token = crypto.randomUUID().replaceAll("-", "") + "token";
      const expiresAt = new Date(Date.now() + (expired ? -1_000 : 7 * 86_400_000));
      links.set(token, { email, companyId, expiresAt, used: false, recover });
      return token;
    },
    isUsed: (token) => Promise.resolve(links.get(token)!.used),
    answerWith: (next) => handler = next,
    lastRequest: () => requests.at(-1),
    requestCount: () => count,
    start: () => void (running ??= start()),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function redeemLink(
  { links, members }: { links: Map<string, EntryLink>; members: Map<string, Set<number>> },
  body: { token: string; use: boolean },
): Response {
  const link = links.get(body.token);
  if (!link || link.used || link.expiresAt <= new Date()) {
    return Response.json({ success: false, code: "link_expired", error: "gone" }, {
      status: 410,
    });
  }
  if (body.use) link.used = true;
  const { email, companyId, expiresAt, recover } = link;
  const elsewhere = [...members.get(email) ?? []].some((id) => id !== companyId);
  return Response.json({
    success: true,
    data: {
      email,
      company_id: companyId,
      company: companies[companyId],
      language: "es",
      expires_at: expiresAt.toISOString(),
      adds_credential: !elsewhere,
      recover,
    },
  });
}
