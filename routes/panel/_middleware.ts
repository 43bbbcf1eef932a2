import type { Ctx } from "@/lib/http/context.ts";

/** Has browsers load the panel's pages ahead, by the rules of routes/speculation-rules.json.ts. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  const response = await ctx.next();
  response.headers.set("Speculation-Rules", '"/speculation-rules.json"');
  return response;
};
