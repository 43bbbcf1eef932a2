/** A demo gateway, the app behind it and someone in front of it, all on loopback. */
import { join } from "node:path";
import { startDemoGateway } from "@/demo/gateway.ts";
import { exchange } from "../gateway/support/raw.ts";

export const HEADER = "Cf-Access-Jwt-Assertion";
export const SESSION = "relevo_demo_session";
export const ana = { email: "ana@relevo.example", name: "Ana Ruiz", note: "Sales" };
export const leo = {
  email: "leo@relevo.example",
  name: "Leo <b>",
  note: { es: "Taller", en: "Workshop" },
};
export const naming = { headerName: HEADER, issuer: "https://gate.test", audience: "relevo-app" };

/** Requests that reached the app. */
interface Seen {
  method: string;
  url: string;
  headers: Headers;
  body: Uint8Array;
}

interface Scene {
  url: string;
  jwksUrl: string;
  keyFile: string;
  target: string;
  /** The newest request that came through. */
  seen(): Seen;
  count(): number;
  /** The app's answer; by default 200 without a body. */
  app(handler: (request: Request) => Response | Promise<Response>): void;
  get(path: string, init?: RequestInit): Promise<Response>;
  signIn(email: string, form?: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** The cookie of a signed-in person. */
  session(email?: string): Promise<{ cookie: string }>;
  /** Sends raw bytes and returns all that comes back until the other side closes. */
  raw(text: string): Promise<string>;
}

export function scene(name: string, act: (scene: Scene) => Promise<void>): void {
  const strict = { sanitizeOps: true, sanitizeResources: true };
  Deno.test({ name: `demo gateway: ${name}`, ...strict }, async () => {
    const folder = await Deno.makeTempDir();
    const seen: Seen[] = [];
    let handler: Parameters<Scene["app"]>[0] | null = null;
    const stop = new AbortController();
    const app = Deno.serve(
      { port: 0, hostname: "127.0.0.1", signal: stop.signal, onListen() {} },
      async (request) => {
        if (handler) return await handler(request);
        const { method, url, headers } = request;
        seen.push({ method, url, headers, body: await request.bytes() });
        return new Response(null);
      },
    );
    const target = `http://127.0.0.1:${app.addr.port}`;
    const keyFile = join(folder, "gateway", "key.json");
    const gateway = await startDemoGateway({
      ...naming,
      target,
      keyFile,
      port: 0,
      people: [ana, leo],
      publicUrl: "https://demo.relevo.example",
    });
    const { url } = gateway;
    const get: Scene["get"] = (path, init) => fetch(url + path, { redirect: "manual", ...init });
    const signIn: Scene["signIn"] = (email, form = {}, init = {}) =>
      get("/.gateway/login", {
        method: "POST",
        body: new URLSearchParams({ email, ...form }),
        ...init,
        headers: { origin: url, ...init.headers },
      });
    try {
      await act({
        ...gateway,
        target,
        keyFile,
        get,
        signIn,
        seen: () => seen.at(-1)!,
        count: () => seen.length,
        app: (next) => handler = next,
        session: async (email = ana.email) => ({ cookie: cookieOf(await done(signIn(email))) }),
        raw: (text) => exchange(url, text),
      });
    } finally {
      await gateway.close();
      stop.abort();
      await app.finished;
      await Deno.remove(folder, { recursive: true });
    }
  });
}

/** Consumes the body, so that nothing leaks when the test ends. */
export async function done(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  await response.body?.cancel();
  return response;
}

export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]!.split(";")[0]!;
}

/** Whose the demo's mailboxes are. */
export const mailOwners = [
  { companyId: 1, company: "Talleres Relevo", address: "taller@talleres.example" },
  { companyId: 2, company: "Estudio Relevo", address: "hola@estudio.example" },
];

export const asPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

export async function digest(bytes: Uint8Array<ArrayBuffer> | Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
