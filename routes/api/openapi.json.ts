import type { Ctx } from "@/lib/http/context.ts";
import { documentOf } from "@/lib/http/document.ts";

const folder = new URL("../", import.meta.url);

/** The OpenAPI 3.1 document, made once of the routes themselves. Public, and readable anywhere. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  const { text } = await documentOf(folder, ctx.state.services.config.publicUrl);
  return new Response(text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    },
  });
};
