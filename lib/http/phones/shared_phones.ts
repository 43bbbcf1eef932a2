import type * as z from "zod";
import { type Device, findDevice, findDevices } from "@/lib/access/devices.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answer, type Call, type Method, readCall, type Spec } from "@/lib/http/endpoint.ts";
import { pairingCookies } from "@/lib/http/phones/pairing_cookies.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { bearer } from "@/lib/http/request.ts";
import { problem } from "@/lib/input/errors.ts";

/** A paired phone, or a browser's pairings (`?devices=`); readers ask whether they live. */
export function asPhones<Q extends z.ZodObject = never>(
  spec: Spec<never, Q, never> & {
    run: (call: Call<never, Q, never> & { devices: Device[] }) => unknown;
  },
): Method {
  return {
    guard: "device",
    spec,
    handle: async (ctx) => {
      const devices = await claimed(ctx);
      if (devices.length === 0) throw problem("unauthorized");
      markAdmitted(ctx.req);
      const call = await readCall<never, Q, never>(ctx, spec, { omit: ["device"] });
      return answer(spec, await spec.run({ ...call, devices }), ctx.state.services);
    },
  };
}

/** The phones whose token came along; unpaired ones too. */
async function claimed({ req, url, state: { services } }: Ctx): Promise<Device[]> {
  const { db } = services.database;
  const named = url.searchParams.get("devices")?.split(",");
  const isNamed = (id: string) => !named || named.includes(id);
  const token = bearer(req);
  if (token) {
    const device = await findDevice(db, token);
    return device && isNamed(device.id) ? [device] : [];
  }
  const cookies = pairingCookies(req, named ? null : url.searchParams.get("device"));
  if (!named) {
    const device = cookies.length === 1 ? await findDevice(db, cookies[0]!.token) : undefined;
    return device ? [device] : [];
  }
  const own = cookies.filter(({ deviceId }) => isNamed(deviceId));
  const devices = await findDevices(db, own.map(({ token }) => token));
  return own.flatMap(({ deviceId, token }) => {
    const device = devices.get(token);
    return device?.id === deviceId ? [device] : [];
  });
}
