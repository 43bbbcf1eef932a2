import type { Ctx } from "@/lib/http/context.ts";
import { problem } from "@/lib/input/errors.ts";
import { answerError } from "@/lib/http/endpoint.ts";

/**
 * Keeps back what the bundler notes beside its bundles, which names every source file: the real
 * Fresh would serve it with them.
 */
export async function withoutMetafile(ctx: Ctx): Promise<Response> {
  if (!/\/metafile\.json\/?$/.test(decoded(ctx.url.pathname))) return await ctx.next();
  return answerError(ctx, problem("not_found"));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
