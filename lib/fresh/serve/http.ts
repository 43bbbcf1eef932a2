// Around the app: the URL of a request, the answer of last resort, and the server.
import { STATUS_CODES } from "node:http";
import { HttpError } from "./error.ts";

export type ListenOptions = Partial<Deno.ServeTcpOptions>;

export const INFO_STUB: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

export function urlOf(req: Request): URL {
  const url = new URL(req.url);
  if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/{2,}/g, "/");
  return url;
}

/** Answers an error that nothing else answered; unexpected ones are logged. */
export function defaultResponse(error: unknown): Response {
  const { status, message } = error instanceof HttpError
    ? error
    : new HttpError(500, "Internal server error");
  if (status >= 500) console.error(error);
  return new Response(message || STATUS_CODES[status], { status });
}

/** Starts a server for `handler`, by default on the first free port from 8000 to 8019. */
export async function serve(
  handler: Deno.ServeHandler,
  options: ListenOptions,
): Promise<void> {
  const onListen = ({ hostname, port }: Deno.NetAddr) => {
    if (Deno.env.get("DENO_DEPLOYMENT_ID")) return;
    const host = ["0.0.0.0", "::"].includes(hostname) ? "localhost" : hostname;
    console.log(`Ready at http://${host}:${port}/`);
  };
  for (let port = options.port ?? 8000;; port++) {
    try {
      return await Deno.serve({ onListen, ...options, port }, handler).finished;
    } catch (error) {
      const mayTryNext = options.port === undefined && port < 8019;
      if (!(error instanceof Deno.errors.AddrInUse && mayTryNext)) throw error;
    }
  }
}
