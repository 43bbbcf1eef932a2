import type { Ctx } from "@/lib/http/endpoint.ts";

export const handler = (ctx: Ctx): Response => ctx.redirect("/panel");
