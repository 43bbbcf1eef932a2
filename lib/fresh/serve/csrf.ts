import type { Context } from "./context.ts";
import { HttpError } from "./error.ts";
import type { Middleware } from "./route.ts";

export interface CsrfOptions<State> {
  /** The origins that may send requests besides the app's own. */
  origin?: string | string[] | ((origin: string, ctx: Context<State>) => boolean);
}

const SAFE = ["GET", "HEAD", "OPTIONS"];

/** Refuses requests made by other sites' pages, by `Sec-Fetch-Site` and `Origin`. */
export function csrf<State>({ origin: allowed }: CsrfOptions<State> = {}): Middleware<State> {
  const isAllowed = (origin: string, ctx: Context<State>) => {
    if (typeof allowed === "function") return allowed(origin, ctx);
    if (allowed === undefined) return origin === ctx.url.origin;
    return typeof allowed === "string" ? origin === allowed : allowed.includes(origin);
  };
  return async (ctx) => {
    const { method, headers } = ctx.req;
    if (SAFE.includes(method)) return await ctx.next();
    const site = headers.get("sec-fetch-site");
    if (site === "same-origin" || site === "none") return await ctx.next();
    const origin = headers.get("origin");
    // Programs that are no browser send neither header.
    const passes = origin === null ? site === null : isAllowed(origin, ctx);
    if (!passes) throw new HttpError(403);
    return await ctx.next();
  };
}
