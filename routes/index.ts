import type { Ctx } from "@/lib/web/endpoint.ts";

export const handler = (ctx: Ctx): Response => ctx.redirect("/panel");
