import type { Ctx } from "@/lib/http/context.ts";
import { answerError } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

/** Every unknown path under /api answers in the envelope. */
export const handler = (ctx: Ctx): Response => answerError(ctx, problem("not_found"));
