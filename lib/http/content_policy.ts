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
    "frame-src 'none'",
  ],
});

const brought = new WeakMap<Request, string>();

async function noteBrought(ctx: Ctx): Promise<Response> {
  const response = await ctx.next();
  const own = response.headers.get(name);
  if (own) brought.set(ctx.req, own);
  return response;
}

/** Fresh's policy without 'unsafe-inline' or the upgrade; an answer's own policy stays. */
async function setPolicy(ctx: Ctx): Promise<Response> {
  const response = await policy(ctx);
  response.headers.set(name, brought.get(ctx.req) ?? tightened(response.headers.get(name) ?? ""));
  return response;
}

/** The policy of answers that are no pages, since they are many; a page has its own nonce. */
let usual = { policy: "", tightened: "" };

function tightened(policy: string): string {
  if (policy === usual.policy) return usual.tightened;
  const result = tighten(policy);
  if (!policy.includes("'nonce-")) usual = { policy, tightened: result };
  return result;
}

function tighten(directives: string): string {
  return directives.split(/;\s*/)
    .filter((directive) => directive !== "upgrade-insecure-requests")
    .map((directive) => directive.replace(" 'unsafe-inline'", "")).join("; ");
}

export const contentPolicy = [setPolicy, noteBrought];
