import type * as z from "zod";
import { isOperator } from "@/lib/access/operator.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answer, type Call, type Method, readCall, type Spec } from "@/lib/http/endpoint.ts";
import { dropAhead } from "@/lib/http/guards.ts";
import { signedIn } from "@/lib/http/members/member_call.ts";
import { problem } from "@/lib/input/errors.ts";

/** The operator of the installation, by the gateway's word alone; for everybody else it is not there. */
export function asOperator<B extends z.ZodType = never>(
  spec: Spec<never, never, B> & { run(call: Call<never, never, B>): unknown },
): Method {
  return {
    guard: "operator",
    spec,
    handle: async (ctx) => {
      await admitOperator(ctx);
      const call = await readCall(ctx, spec, { omit: ["company_id"] });
      return dropAhead(ctx.req, answer(spec, await spec.run(call), ctx.state.services));
    },
  };
}

/** @throws Problem not_found */
export async function admitOperator(ctx: Ctx): Promise<void> {
  const caller = await signedIn(ctx);
  if (!isOperator(caller, ctx.state.services.config)) throw problem("not_found");
}
