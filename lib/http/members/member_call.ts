import type { Gateway, Proof } from "@/lib/access/gateway/gateway.ts";
import { GatewayError } from "@/lib/access/gateway/key_set.ts";
import { asPerson, enterCompany, noteMemberSeen } from "@/lib/access/entering.ts";
import type { Entrant, Member, SignedIn } from "@/lib/access/members.ts";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import { chooseCompany, companyParameter } from "@/lib/http/company_choice.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { isCrossSite, remoteAddress } from "@/lib/http/request.ts";
import { Problem, problem } from "@/lib/input/errors.ts";

/** A caller whom the gateway has signed in. */
export interface Caller extends Proof {
  /** Name under which calls are counted together: unproved addresses have their own. */
  name: string;
}

/** Identity that the gateway's token proves. Each call of it counts. */
export async function signedIn(ctx: Ctx): Promise<Caller> {
  const { gateway, config, memberLimiter } = ctx.state.services;
  if (!gateway || !config.gateway) throw problem("unauthorized");
  const safe = ctx.req.method === "GET" || ctx.req.method === "HEAD";
  if (!safe && isCrossSite(ctx.req, config.publicUrl)) throw problem("cross_site");
  const who = await verified(gateway, ctx.req.headers.get(config.gateway.header));
  markAdmitted(ctx.req);
  const name = who.boundTo === null ? who.email : `${who.email} in ${who.boundTo}`;
  memberLimiter.take(name);
  return { ...who, name };
}

/** New people and companies come at a pace. @throws Problem rate_limited */
export function admitNew(ctx: Ctx): void {
  ctx.state.services.newcomerLimiter.take(remoteAddress(ctx));
}

async function verified(gateway: Gateway, token: string | null) {
  try {
    return await gateway.verify(token);
  } catch (error) {
    if (error instanceof GatewayError) throw problem(error.code, { cause: error });
    throw error;
  }
}

/**
 * Runs `work` in the named company. Strangers are refused after the commit: a first sign-in stays.
 * @param first runs before as the connecting role, also for refused callers
 */
export async function inTheirCompany<T>(
  ctx: Ctx,
  { email, boundTo, name }: Caller,
  work: (call: SignedIn & { trx: Trx; member: Member }) => Promise<T>,
  first?: (trx: BareTrx, person: Entrant) => Promise<void>,
): Promise<T> {
  const wanted = companyParameter(ctx.url.searchParams);
  const { database, announce, queues } = ctx.state.services;
  const transaction = () =>
    asPerson(database.db, email, async (trx, person) => {
      const { user, memberships } = person;
      const membership = chooseCompany(memberships, wanted);
      queues.remember(name, wanted, membership);
      await first?.(trx, person);
      if (membership instanceof Problem) return membership;
      const member = await enterCompany(trx, user, membership);
      return { result: await work({ trx, member, ...person }), membership, userId: user.id };
    }, { announce, admit: () => admitNew(ctx), boundTo });
  const outcome = await queues.runForMember(name, wanted, transaction);
  if (outcome instanceof Problem) throw outcome;
  await noteMemberSeen(database.db, outcome.membership, outcome.userId);
  return outcome.result;
}
