import type * as z from "zod";
import { type Device, findDevice, isDeviceLive, noteSeen } from "@/lib/access/devices.ts";
import { admitKey, checkScope, findKey, type Key } from "@/lib/access/keys.ts";
import { findLink, isLinkLive, type Link } from "@/lib/access/links.ts";
import { findInvitations } from "@/lib/access/invitations.ts";
import { asPerson, findPerson } from "@/lib/access/entering.ts";
import type { Entrant, Member, SignedIn } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answer, type Call, type Method, readCall, type Spec } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";
import { bytesRead } from "@/lib/input/input.ts";
import type { NeededScope } from "@/lib/input/key_scope.ts";
import { admitNew, inTheirCompany, signedIn } from "@/lib/http/members/member_call.ts";
import { type Doubts, memberReading } from "@/lib/http/members/member_reading.ts";
import {
  type PairingCookie,
  pairingCookies,
  renewedPairing,
} from "@/lib/http/phones/pairing_cookies.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { bearer, isCrossSite, remoteAddress } from "@/lib/http/request.ts";

/** Opens one transaction in the caller's company per call. */
type InCompany = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
/** Opens one transaction in the company that the body or address names. */
export type InNamedCompany = <T>(companyId: number, work: (trx: Trx) => Promise<T>) => Promise<T>;
type AsMember = <T>(
  work: (call: { trx: Trx; member: Member }) => Promise<T>,
) => Promise<T>;

type Obj = z.ZodObject;
type Any = z.ZodType;
type Run<P extends Obj, Q extends Obj, B extends Any, Extra> = (
  call: Call<P, Q, B> & Extra,
) => unknown;
type InTransaction<P extends Obj, Q extends Obj, B extends Any, Who> = Spec<P, Q, B> & {
  run: Run<P, Q, B, Who & { trx: Trx }>;
  runWithoutTransaction?: undefined;
};
type WithoutTransaction<P extends Obj, Q extends Obj, B extends Any, Who> = Spec<P, Q, B> & {
  run?: undefined;
  runWithoutTransaction: Run<P, Q, B, Who & { inCompany: InCompany }>;
};
type MemberWithoutTransaction<P extends Obj, Q extends Obj, B extends Any> = Spec<P, Q, B> & {
  run?: undefined;
  runWithoutTransaction: Run<P, Q, B, { asMember: AsMember; expiresAt: Date }>;
};
type EitherWay<P extends Obj, Q extends Obj, B extends Any, Who> =
  | InTransaction<P, Q, B, Who>
  | WithoutTransaction<P, Q, B, Who>;

/** Each further 16 KiB (members: 64, since they bring files) costs one more token. */
const bytesOfACall = { key: 16 * 1024, member: 64 * 1024 };

/** A program with its API key, which needs the `scope`. */
export function asKeyHolder<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec: EitherWay<P, Q, B, { key: Key }> & { scope: NeededScope },
): Method {
  return {
    guard: "key",
    spec,
    handle: async (ctx) => {
      const { services } = ctx.state;
      const secret = bearer(ctx.req);
      const key = secret && await findKey(services.database.db, secret);
      if (!key) throw problem("unauthorized");
      markAdmitted(ctx.req);
      const headers = services.keyLimiter.take(key.id);
      services.companyLimiter.take(services.groups.of(key.companyId));
      checkScope(key, spec.scope);
      const admit = async (trx: Trx) => {
        const refusal = await admitKey(trx, key);
        if (refusal) throw problem(refusal);
      };
      const reading = { isNullAbsent: true };
      const response = await pass(ctx, spec, { key }, key.companyId, admit, reading).finally(() => {
        const more = Math.floor(bytesRead(ctx.req) / bytesOfACall.key);
        services.keyLimiter.charge(key.id, more);
        services.companyLimiter.charge(services.groups.of(key.companyId), more);
      });
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
  };
}

/** `renewsCookie`: for a year from this call. `admitsItself`: `run` asks whether the phone lives. */
export function asPhone<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec: EitherWay<P, Q, B, { device: Device }>,
  { renewsCookie = false, admitsItself = false } = {},
): Method {
  return {
    guard: "device",
    spec,
    handle: async (ctx) => {
      const { services } = ctx.state;
      const token = bearer(ctx.req);
      const cookie = token ? undefined : deviceCookie(ctx);
      const secret = token ?? cookie?.token;
      const device = secret && await findDevice(services.database.db, secret);
      if (!device) throw problem("unauthorized");
      markAdmitted(ctx.req);
      services.phoneLimiter.take(device.id);
      services.companyLimiter.take(services.groups.of(device.companyId));
      await noteSeen(services.database.db, device);
      const admit = async (trx: Trx) => {
        if (!admitsItself && !await isDeviceLive(trx, device)) throw problem("unauthorized");
      };
      const response = await pass(ctx, spec, { device }, device.companyId, admit, {
        omit: ["device"],
      });
      if (cookie && renewsCookie) {
        const isHttps = services.config.publicUrl.startsWith("https:");
        for (const header of renewedPairing(cookie, isHttps)) {
          response.headers.append("Set-Cookie", header);
        }
      }
      return response;
    },
  };
}

/** A client with a quotation's link, whose token in the path is the credential. */
export function asLinkHolder<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec: EitherWay<P, Q, B, { link: Link }>,
): Method {
  return {
    guard: "link",
    spec,
    handle: async (ctx) => {
      const { link, admit } = await linkOf(ctx);
      return await pass(ctx, spec, { link }, link.companyId, admit);
    },
  };
}

/** Runs a page's reads for a client with the quotation's link. */
export async function pageAsLinkHolder<T>(
  ctx: Ctx,
  work: (call: { trx: Trx; link: Link }) => Promise<T>,
): Promise<T> {
  const { link, admit } = await linkOf(ctx);
  return await opener(ctx, link.companyId, admit)((trx) => work({ trx, link }));
}

async function linkOf(ctx: Ctx) {
  const { services } = ctx.state;
  services.linkLimiter.take(remoteAddress(ctx));
  const link = await findLink(services.database.db, ctx.params.token ?? "");
  if (!link) throw problem("not_found");
  markAdmitted(ctx.req);
  const admit = async (trx: Trx) => {
    if (!await isLinkLive(trx, link)) throw problem("link_expired");
  };
  return { link, admit };
}

/** Anyone. `run` opens the transaction that it needs once it knows the company. */
export function asPublic<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec: Spec<P, Q, B> & { run: Run<P, Q, B, { inCompany: InNamedCompany }> },
): Method {
  return {
    guard: "public",
    spec,
    handle: async (ctx) => {
      const { services } = ctx.state;
      const { database, announce } = services;
      const open: InNamedCompany = (companyId, work) =>
        inCompany(database.db, companyId, work, announce);
      const result = await spec.run({ ...await readCall(ctx, spec), inCompany: open });
      return answer(spec, result, services);
    },
  };
}

/**
 * A member of the company that `?company_id=` names (contract, section 3). `runWithoutTransaction`
 * is for what takes long once all is read, or goes on until the token ends (`expiresAt`).
 */
export function asMember<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec:
    & (InTransaction<P, Q, B, { member: Member }> | MemberWithoutTransaction<P, Q, B>)
    & Doubts<{ member: Member }>,
): Method {
  return {
    guard: "member",
    spec,
    handle: async (ctx) => {
      const { services } = ctx.state;
      const caller = await signedIn(ctx);
      const { expiresAt } = caller;
      try {
        const open: AsMember = (work) => inTheirCompany(ctx, caller, work);
        const call = await readCall(ctx, spec, memberReading(ctx, spec, open));
        const result = spec.run
          ? await open(async ({ trx, member }) => await spec.run({ ...call, trx, member }))
          : await spec.runWithoutTransaction({ ...call, asMember: open, expiresAt });
        return dropAhead(ctx.req, answer(spec, result, services));
      } finally {
        const more = Math.floor(bytesRead(ctx.req) / bytesOfACall.member);
        services.memberLimiter.charge(caller.name, more);
      }
    },
  };
}

/** Anyone whom the gateway lets in. `atEntrance` answers without a transaction, where it can. */
export function asUser<P extends Obj = never, Q extends Obj = never, B extends Any = never>(
  spec: InTransaction<P, Q, B, Entrant> & Doubts<Entrant> & {
    atEntrance?: (person: Entrant, services: Ctx["state"]["services"]) => unknown;
  },
): Method {
  return {
    guard: "member",
    isOfPerson: true,
    spec,
    handle: async (ctx) => {
      const { email, boundTo, name } = await signedIn(ctx);
      const { services } = ctx.state;
      const { database, announce, queues } = services;
      const open = <T>(work: (call: Entrant & { trx: Trx }) => Promise<T>) =>
        queues.runForMember(name, undefined, () =>
          asPerson(
            database.db,
            email,
            async (trx, person) => {
              queues.know(name);
              return await work({ trx, ...person });
            },
            { announce, admit: () => admitNew(ctx), boundTo },
          ));
      const call = await readCall(ctx, spec, memberReading(ctx, spec, open));
      const { atEntrance } = spec;
      const early = atEntrance && await queues.runForMember(name, undefined, async () => {
        const person = await findPerson(database.db, email, boundTo);
        if (person) queues.know(name);
        return person && atEntrance(person, services);
      });
      const result = early ?? await open(async (who) => await spec.run({ ...call, ...who }));
      return dropAhead(ctx.req, answer(spec, result, services));
    },
  };
}

/** Makes the browser drop pages that it loaded ahead: after a write they may be stale. */
export function dropAhead({ method }: Request, response: Response): Response {
  if (method !== "GET" && method !== "HEAD") {
    response.headers.set("Clear-Site-Data", '"prefetchCache", "prerenderCache"');
  }
  return response;
}

/** Runs a panel page's reads as the member who opens it; its frame shows their invitations. */
export async function pageAsMember<T>(
  ctx: Ctx,
  work: (call: SignedIn & { trx: Trx; member: Member }) => Promise<T>,
): Promise<T> {
  const caller = await signedIn(ctx);
  return await inTheirCompany(ctx, caller, work, async (trx, { user, isInvited }) => {
    if (isInvited) ctx.state.invitations = await findInvitations(trx, user.id);
  });
}

async function pass<P extends Obj, Q extends Obj, B extends Any, Who>(
  ctx: Ctx,
  spec: EitherWay<P, Q, B, Who>,
  who: Who,
  companyId: number,
  admit: (trx: Trx) => Promise<void>,
  reading: Parameters<typeof readCall>[2] = {},
): Promise<Response> {
  const call = await readCall<P, Q, B>(ctx, spec, reading);
  const open = opener(ctx, companyId, admit);
  const result = spec.run
    ? await open(async (trx) => await spec.run({ ...call, ...who, trx }))
    : await spec.runWithoutTransaction({ ...call, ...who, inCompany: open });
  return answer(spec, result, ctx.state.services);
}

function opener(ctx: Ctx, companyId: number, admit: (trx: Trx) => Promise<void>): InCompany {
  const { database, announce, queues } = ctx.state.services;
  return (work) =>
    queues.runForCompany({ companyId }, () =>
      inCompany(database.db, companyId, async (trx) => {
        await admit(trx);
        return await work(trx);
      }, announce));
}

function deviceCookie(ctx: Ctx): PairingCookie | undefined {
  const cookies = pairingCookies(ctx.req, ctx.url.searchParams.get("device"));
  const cookie = cookies.length === 1 ? cookies[0] : undefined;
  const safe = ctx.req.method === "GET" || ctx.req.method === "HEAD";
  if (cookie?.token && !safe && isCrossSite(ctx.req, ctx.state.services.config.publicUrl)) {
    throw problem("cross_site");
  }
  return cookie;
}
