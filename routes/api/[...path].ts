import { answerError, type Ctx } from "@/lib/web/endpoint.ts";
import { problem } from "@/lib/web/errors.ts";

/** Every unknown path under /api answers in the envelope. */
export const handler = (ctx: Ctx): Response => answerError(ctx, problem("not_found"));
