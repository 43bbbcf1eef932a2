import { LOCK_PARAM } from "./asset_url.ts";
import type { Build, StaticFile } from "./build.ts";
import { surroundings } from "./surroundings.ts";
import type { AnyContext, Middleware } from "./route.ts";

/** Serves the files of `static/` and the browser bundles; all else goes on to `ctx.next()`. */
export function staticFiles<State>(): Middleware<State> {
  return async function serveStatic(ctx) {
    const { build } = ctx[surroundings];
    const path = decodePath(ctx.url.pathname);
    const file = path === null ? undefined : build?.files.get(path);
    if (file) return await respond(ctx, build!, file);
    if (build && ctx.url.pathname === "/favicon.ico") return new Response(null, { status: 404 });
    return await ctx.next();
  };
}

function decodePath(pathname: string): string | null {
  if (!pathname.includes("%")) return pathname.replace(/\/$/, "");
  try {
    const segments = pathname.replace(/\/$/, "").split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("/")) ? null : segments.join("/");
  } catch {
    return null;
  }
}

async function respond(ctx: AnyContext, build: Build, file: StaticFile): Promise<Response> {
  const { req, url } = ctx;
  if (req.method !== "GET" && req.method !== "HEAD") {
    return new Response("Method Not Allowed", { status: 405 });
  }
  const lock = url.searchParams.get(LOCK_PARAM);
  if (lock !== null && lock !== build.id) return withoutLock(url);
  const isKept = build.mode === "production" && (file.immutable || lock !== null);
  const headers = headersOf(file, isKept);
  if (file.hash && isKnown(req, file.hash)) {
    headers.delete("content-length");
    return new Response(null, { status: 304, headers });
  }
  return new Response(req.method === "HEAD" ? null : await file.read(), { headers });
}

// A URL that names another build's file gets this build's one, but must not be kept.
function withoutLock(url: URL): Response {
  const target = new URL(url);
  target.searchParams.delete(LOCK_PARAM);
  const location = target.pathname + target.search;
  return new Response(null, { status: 307, headers: { location } });
}

function headersOf({ contentType, hash, size }: StaticFile, isKept: boolean): Headers {
  const headers = new Headers({
    "content-type": contentType,
    "vary": "If-None-Match",
    "cache-control": isKept
      ? "public, max-age=31536000, immutable"
      : "no-cache, no-store, max-age=0, must-revalidate",
  });
  if (hash) headers.set("etag", `W/"${hash}"`);
  if (size !== undefined) headers.set("content-length", String(size));
  return headers;
}

function isKnown(req: Request, hash: string): boolean {
  const etag = req.headers.get("if-none-match");
  return etag === `W/"${hash}"` || etag === hash;
}
