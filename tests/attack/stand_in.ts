/** The endpoints that `--throwaway` tries, as a sound installation answers them, but for one fault. */
import { until } from "../support/wait.ts";

export type Fault =
  | "a text breaks its reader"
  | "a text holds others up"
  | "a refusal of the form says no time"
  | "a program's message breaks its reader"
  | "searches run side by side"
  | "a search is refused without a time"
  | "a hostile domain hangs up"
  | "guesses count for everybody"
  | "a code that was sent is shut by others who ask"
  | "each address of a network is a caller"
  | "an IPv4 address in IPv6 is another caller"
  | "links count each address"
  | "too many codes are refused without a time"
  | "mails go to anybody"
  | "a key reaches one stranger more"
  | "a mailed stranger counts again"
  | "the refused mail breaks it";

const searchesAtOnce = 6;
const mostStrangers = 3;
const mostCodes = 40;
const mostLinks = 120;
const addressHeader = "x-client-address";

/** How an installation may be set up. */
interface Settings {
  gateway?: "none" | "without mail";
  /** Whether it believes the header about a caller's address. */
  believes?: boolean;
  mailAccount?: boolean;
}

export function startStandIn(fault?: Fault, settings: Settings = {}) {
  const has = (one: Fault) => fault === one;
  const endpoints = [
    publicEndpoints(has),
    searchEndpoint(has),
    signInEndpoints(has, settings),
    mailEndpoint(has, settings),
  ];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (req) => {
    for (const endpoint of endpoints) {
      const answer = await endpoint(req, new URL(req.url).pathname);
      if (answer) return answer;
    }
    return refusal(404, "not_found");
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

type Has = (fault: Fault) => boolean;
type Endpoint = (req: Request, path: string) => Promise<Response | undefined>;

function publicEndpoints(has: Has): Endpoint {
  let hostile = 0;
  return async (req, path) => {
    if (path === "/healthz") {
      return hostile > 0 && has("a text holds others up") ? refusal(503, "busy") : accepted(200);
    }
    if (!["/api/contact", "/api/notify", "/api/messages"].includes(path)) return undefined;
    const text = await req.clone().text();
    if (path === "/api/notify" && text.includes('"fallback"')) return undefined;
    if (text.includes("((((")) {
      hostile++;
      const breaks = path === "/api/contact" && has("a text breaks its reader") ||
        path === "/api/messages" && has("a program's message breaks its reader");
      if (breaks) return refusal(500, "internal");
    }
    if (path === "/api/contact" && has("a refusal of the form says no time")) {
      return refusal(429, "rate_limited");
    }
    if (text.length > 100_000 && path === "/api/notify") return refusal(422, "validation_failed");
    return accepted(path === "/api/contact" ? 201 : 202, { notificationId: crypto.randomUUID() });
  };
}

function searchEndpoint(has: Has): Endpoint {
  let [searching, arrived] = [0, 0];
  return async (req, path) => {
    if (path === "/api/admin/me") return accepted(200, { companies: [{ id: 7 }] });
    if (path !== "/api/admin/channels/discover") return undefined;
    if (req.headers.get("cookie") !== "session=1") return refusal(401, "unauthorized");
    const { address } = await req.json();
    const isOfMany = /-\d+\.invalid$/.test(address);
    if (isOfMany) arrived++;
    const arriving = Math.ceil(arrived / searchesAtOnce) * searchesAtOnce;
    if (address.endsWith("@hostile.example") && has("a hostile domain hangs up")) {
      return refusal(500, "internal");
    }
    if (searching > 0 && has("a search is refused without a time")) {
      return refusal(429, "rate_limited");
    }
    if (searching > 0 && !has("searches run side by side")) return tooMany();
    searching++;
    // The first of those at once is there until the others were refused.
    if (isOfMany) await until(() => arrived >= arriving, { what: "the other searches" });
    searching--;
    return accepted(200, { source: "guess" });
  };
}

function signInEndpoints(has: Has, { gateway, believes = true }: Settings): Endpoint {
  const codes = new Map<string, { email: string; tries: number }>();
  const [requested, looked, guessed, perEmail] = [counter(), counter(), counter(), counter()];
  const callerOf = (req: Request, splits: boolean) => {
    const address = believes ? req.headers.get(addressHeader) ?? "" : "";
    const isMapped = /^::ffff:/.test(address);
    if (isMapped) {
      return has("an IPv4 address in IPv6 is another caller") ? address : plainFour(address);
    }
    return splits || !address.includes(":") ? address : address.split(":").slice(0, 4).join(":");
  };
  return async (req, path) => {
    if (path === "/.gateway/healthz") {
      return gateway === "none" ? refusal(404, "not_found") : accepted(200);
    }
    if (path.startsWith("/enter/")) {
      const count = looked(callerOf(req, has("links count each address")));
      return count > mostLinks ? tooMany() : refusal(410, "link_ended");
    }
    if (!path.startsWith("/.gateway/code")) return undefined;
    if (gateway === "without mail") return refusal(404, "not_found");
    const form = new URLSearchParams(await req.text());
    const email = form.get("email")!;
    if (path === "/.gateway/code") {
      const caller = callerOf(req, has("each address of a network is a caller"));
      if (requested(caller) > mostCodes) {
        return has("too many codes are refused without a time") ? refusal(429, "x") : tooMany();
      }
      if (perEmail(email) > 5) {
        if (has("a code that was sent is shut by others who ask")) shutAll(codes, email);
        return tooMany();
      }
      const id = crypto.randomUUID();
      codes.set(id, { email, tries: 0 });
      return accepted(200, {}, { "Set-Cookie": `code=${id}; Path=/; HttpOnly` });
    }
    if (has("guesses count for everybody") && guessed(email) > 30) return tooMany();
    const own = codes.get(/code=([\w-]+)/.exec(req.headers.get("cookie") ?? "")?.[1] ?? "");
    if (own?.email === email && ++own.tries > 3) return tooMany();
    return refusal(400, "code_wrong");
  };
}

function shutAll(codes: Map<string, { email: string; tries: number }>, email: string): void {
  for (const code of codes.values()) if (code.email === email) code.tries = 3;
}

function mailEndpoint(has: Has, { mailAccount = true }: Settings): Endpoint {
  const strangers = new Set<string>();
  const most = mostStrangers + (has("a key reaches one stranger more") ? 1 : 0);
  return async (req, path) => {
    if (path !== "/api/notify") return undefined;
    const { fallback: { email } } = await req.json();
    if (!mailAccount) return wrongFallback("There is no e-mail account.");
    const isCounted = strangers.has(email) && !has("a mailed stranger counts again");
    if (!isCounted && strangers.size >= most && !has("mails go to anybody")) {
      if (has("the refused mail breaks it")) return refusal(500, "internal");
      return wrongFallback(`At most ${most} strangers a day.`);
    }
    strangers.add(email);
    return accepted(202, { notificationId: crypto.randomUUID() });
  };
}

function counter() {
  const counts = new Map<string, number>();
  return (name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name)!;
  };
}

/** `::ffff:192.0.2.1` and `::ffff:c000:201` are 192.0.2.1. */
function plainFour(address: string): string {
  const rest = address.slice("::ffff:".length);
  if (rest.includes(".")) return rest;
  const [high, low] = rest.split(":").map((part) => parseInt(part, 16));
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join(".");
}

function accepted(status: number, data: unknown = {}, headers: Record<string, string> = {}) {
  return Response.json({ success: true, data }, { status, headers });
}

function refusal(status: number, code: string): Response {
  return Response.json({ success: false, code }, { status });
}

function tooMany(): Response {
  const headers = { "Retry-After": "600" };
  return Response.json({ success: false, code: "rate_limited" }, { status: 429, headers });
}

function wrongFallback(words: string): Response {
  const body = { success: false, code: "validation_failed", fields: { fallback: words } };
  return Response.json(body, { status: 422 });
}
