import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/http/endpoint.ts";
import { isKnown } from "@/lib/http/etag.ts";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";

const folder = new URL("../", import.meta.url);
let made: Promise<{ document: string; etag: string }> | undefined;

/** The OpenAPI 3.1 document, made once of the routes themselves. Public, and readable anywhere. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  const { document, etag } = await (made ??= make(ctx.state.services.config.publicUrl));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "public, no-cache",
    "Access-Control-Allow-Origin": "*",
    "ETag": etag,
  };
  if (isKnown(ctx.req, etag)) return new Response(null, { status: 304, headers });
  return new Response(document, { headers });
};

async function make(publicUrl: string) {
  const document = JSON.stringify(describeRoutes(await collectRoutes(folder), publicUrl));
  return { document, etag: `"${createHash("sha256").update(document).digest("base64url")}"` };
}
