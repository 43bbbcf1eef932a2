import type * as z from "zod";
import { type Device, findDevices, findLiveDevices, noteSeen } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answer, type Call, type Method, readCall, type Spec } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import {
  type PairingCookie,
  pairingCookies,
  removedPairing,
  renewedPairing,
} from "@/lib/http/phones/pairing_cookies.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { bearer } from "@/lib/http/request.ts";
import { problem } from "@/lib/input/errors.ts";

/** Pairings of one browser. */
const maxPairings = 50;

/**
 * A browser with all of its pairings, or a phone by its token. `run` has one transaction per
 * company and returns a part of the list. Live pairings' cookies are renewed, others removed; with
 * none left the answer is 401.
 */
export function asPairedBrowser<Q extends z.ZodObject = never>(
  spec: Spec<never, Q, never> & {
    run: (
      call: Call<never, Q, never> & { trx: Trx; companyId: number; devices: Device[] },
    ) => Promise<unknown[]>;
    /** Whether a browser that claims no pairing gets the empty list in place of 401. */
    mayBeNone?: (query: Call<never, Q, never>["query"]) => boolean;
  },
): Method {
  return {
    guard: "device",
    isOpen: spec.mayBeNone !== undefined,
    spec,
    handle: async (ctx) => {
      const { database, announce, config } = ctx.state.services;
      const pairings = heldPairings(ctx);
      const byToken = await findDevices(database.db, pairings.map(({ token }) => token));
      const call = await readCall<never, Q, never>(ctx, spec, { omit: ["device"] });
      const claimed = pairings.flatMap(({ token, cookie }) => {
        const device = byToken.get(token);
        return device && (!cookie || cookie.deviceId === device.id) ? [device] : [];
      });
      const results: unknown[] = [];
      const live = new Set<string>();
      for (const [companyId, theirs] of Map.groupBy(claimed, (device) => device.companyId)) {
        const part = await inCompany(database.db, companyId, async (trx) => {
          const devices = await findLiveDevices(trx, { companyId }, theirs);
          const isNone = devices.length === 0;
          return {
            devices,
            records: isNone ? [] : await spec.run({ ...call, trx, companyId, devices }),
          };
        }, announce);
        results.push(...part.records);
        await Promise.all(part.devices.map((device) => noteSeen(database.db, device)));
        for (const { id } of part.devices) live.add(id);
      }
      const isHttps = config.publicUrl.startsWith("https:");
      const cookies = pairings.flatMap(({ cookie }) => {
        if (!cookie) return [];
        return live.has(cookie.deviceId)
          ? renewedPairing(cookie, isHttps)
          : removedPairing(cookie.deviceId, isHttps);
      });
      const isNone = pairings.length === 0 && spec.mayBeNone?.(call.query) === true;
      if (live.size === 0 && !isNone) throw problem("unauthorized", { cookies });
      if (!isNone) markAdmitted(ctx.req);
      return answer(spec, reply(results, { cookies }), ctx.state.services);
    },
  };
}

/** A pairing; without a cookie where the token is in the header. */
interface HeldPairing {
  token: string;
  cookie?: PairingCookie;
}

function heldPairings({ req, url }: Ctx): HeldPairing[] {
  const token = bearer(req);
  if (token) return [{ token }];
  return pairingCookies(req, url.searchParams.get("device")).slice(0, maxPairings)
    .map((cookie) => ({ token: cookie.token, cookie }));
}
