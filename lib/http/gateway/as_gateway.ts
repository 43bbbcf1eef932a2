import { createHash, timingSafeEqual } from "node:crypto";
import type * as z from "zod";
import type { Trx } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answer, type Call, type Method, readCall, type Spec } from "@/lib/http/endpoint.ts";
import { bearer } from "@/lib/http/request.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";

type GatewaySpec<P extends z.ZodObject, B extends z.ZodType> = Spec<P, never, B> & {
  run: (call: Call<P, never, B> & { trx: Trx }) => unknown;
};

/**
 * This installation's own gateway (`GATEWAY_SECRET`), which asks what only this side knows. To
 * everybody else there is nothing here. `run` has one transaction, of the connecting role.
 */
export function asGateway<P extends z.ZodObject = never, B extends z.ZodType = never>(
  spec: GatewaySpec<P, B>,
): Method {
  return {
    guard: "gateway",
    spec,
    isThere: isGateway,
    handle: async (ctx) => {
      const { services } = ctx.state;
      markAdmitted(ctx.req);
      const call = await readCall<P, never, B>(ctx, spec);
      const { database, announce, queues } = services;
      const result = await queues.runForGateway(() =>
        transact(database.db, async (trx) => await spec.run({ ...call, trx }), announce)
      );
      return answer(spec, result, services);
    },
  };
}

/**
 * Whether the gateway itself calls. What it passes on for somebody carries a token or the caller's
 * address, so the secret alone opens nothing from outside.
 */
function isGateway({ req, state: { services: { config } } }: Ctx): boolean {
  const secret = bearer(req);
  if (!config.gatewaySecret || !secret) return false;
  const ofProxies = [config.gateway?.header, config.clientIpHeader];
  if (ofProxies.some((name) => name && req.headers.has(name))) return false;
  return timingSafeEqual(digestOf(secret), digestOf(config.gatewaySecret));
}

function digestOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
