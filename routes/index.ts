import type { Ctx } from "@/lib/http/context.ts";

export const handler = (ctx: Ctx): Response => ctx.redirect("/panel");
