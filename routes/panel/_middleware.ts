import type { Ctx } from "@/lib/http/context.ts";
import { speculationRulesPath } from "@/lib/http/serving/speculation_rules.ts";

/** Has browsers load the panel's pages ahead, by the rules of lib/http/serving/speculation_rules.ts. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  const response = await ctx.next();
  response.headers.set("Speculation-Rules", `"${speculationRulesPath}"`);
  return response;
};
