import type { Ctx } from "@/lib/http/context.ts";
import { documentOf } from "@/lib/http/document.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import { isKnown } from "@/lib/http/etag.ts";

const folder = new URL("../", import.meta.url);

/** The OpenAPI 3.1 document, made once of the routes themselves. Public, and readable anywhere. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  markSame(ctx.req);
  const { text, etag } = await documentOf(folder, ctx.state.services.config.publicUrl);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "public, no-cache",
    "Access-Control-Allow-Origin": "*",
    "ETag": etag,
  };
  if (isKnown(ctx.req, etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
};
