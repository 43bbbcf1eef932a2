import { csp } from "fresh";
import type { Ctx, State } from "@/lib/http/context.ts";

const name = "Content-Security-Policy";

const policy = csp<State>({
  useNonce: true,
  csp: [
    "img-src 'self' data:",
    "media-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ],
});

/**
 * Says what a page may load and run: only what is ours, inline only by nonce. Fresh's own policy
 * leaves 'unsafe-inline' where a response has no nonce, and would send people who reach the app by
 * plain http on their own network to https; both are taken out.
 */
export async function contentPolicy(ctx: Ctx): Promise<Response> {
  const response = await policy(ctx);
  const directives = (response.headers.get(name) ?? "").split(/;\s*/)
    .filter((directive) => directive !== "upgrade-insecure-requests")
    .map((directive) => directive.replace(" 'unsafe-inline'", ""));
  response.headers.set(name, directives.join("; "));
  return response;
}
