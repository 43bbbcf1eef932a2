import type { Ctx } from "@/lib/http/context.ts";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";

const folder = new URL("../", import.meta.url);
let document: Promise<string> | undefined;

/** The OpenAPI 3.1 document, made once of the routes themselves. Public, and readable anywhere. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  const { publicUrl } = ctx.state.services.config;
  document ??= collectRoutes(folder).then((routes) =>
    JSON.stringify(describeRoutes(routes, publicUrl))
  );
  return new Response(await document, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
      "Access-Control-Allow-Origin": "*",
    },
  });
};
