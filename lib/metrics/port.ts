import { contentType } from "@/lib/metrics/registry.ts";

/** Another process has the port, or it cannot be had. */
export class MetricsPortTaken extends Error {
  override name = "MetricsPortTaken";
}

export interface MetricsPort {
  /** From now on this is what a scrape gets. */
  tell(text: () => Promise<string>): void;
}

/** Offers `GET /metrics` alone, until the process ends. @throws MetricsPortTaken */
export function openMetricsPort(
  { host, port }: { host: string; port: number },
  text: () => Promise<string>,
): MetricsPort {
  let current = text;
  const answer = async (req: Request): Promise<Response> => {
    const { pathname } = new URL(req.url);
    if (pathname !== "/metrics") return plain("not found: see /metrics\n", 404);
    if (req.method !== "GET") return plain("only GET\n", 405, { Allow: "GET" });
    return new Response(await current(), {
      headers: { "Content-Type": contentType, "Cache-Control": "no-store" },
    });
  };
  try {
    Deno.serve({ hostname: host, port, onListen() {}, onError: failed }, answer);
    return { tell: (text) => void (current = text) };
  } catch (error) {
    const cause = error instanceof Deno.errors.AddrInUse ? "the port is taken" : String(error);
    throw new MetricsPortTaken(`METRICS_HOST and METRICS_PORT ${host}:${port}: ${cause}`);
  }
}

function failed(): Response {
  return plain("the metrics could not be read\n", 500);
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}
