import { join } from "node:path";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import type { Handler } from "@/lib/http/serve.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

const paths = /^\/_fresh\/js\/([0-9a-f]{40})\/([\w-]+(?:\.[\w-]+)*\.(js|css))$/;
const types: Record<string, string> = {
  js: "text/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/**
 * Serves the scripts of builds beside the one that runs: a page stays open over a release, and the
 * next process may be asked for what the last one named. A file of no build is kept by no cache.
 * @param id of the build that `handler` serves
 * @param folderOf where another one lies
 */
export function withOtherBuilds(
  handler: Handler,
  { id, folderOf }: { id: string; folderOf(id: string): string },
): Handler {
  return async (req, info) => {
    // All calls pass here: an address is taken apart only where it may be a script's.
    const isScript = req.url.includes("/_fresh/js/") && /^(GET|HEAD)$/.test(req.method);
    const pathname = isScript ? new URL(req.url).pathname : "";
    if (!pathname.startsWith("/_fresh/js/")) return await handler(req, info);
    const [, build, name, type] = paths.exec(pathname) ?? [];
    if (build === id) return withoutCache(await handler(req, info));
    const bytes = build
      ? await unlessMissing(Deno.readFile(join(folderOf(build), "static", pathname)))
      : null;
    if (!bytes) return withoutCache(new Response("Not found", { status: 404 }));
    markAdmitted(req);
    return new Response(req.method === "HEAD" ? null : bytes, {
      headers: {
        "content-type": types[type!]!,
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=31536000, immutable",
        "etag": `W/"${build}/${name}"`,
        "vary": "If-None-Match",
      },
    });
  };
}

function withoutCache(response: Response): Response {
  if (response.status === 404) response.headers.set("cache-control", "no-store");
  return response;
}
