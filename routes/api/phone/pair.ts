import * as z from "zod";
import { deviceName, pairedRecord } from "@/lib/access/device.ts";
import { pairDevice } from "@/lib/access/pairing.ts";
import { asPublic } from "@/lib/http/guards.ts";
import { pairingCookie } from "@/lib/http/phones/pairing_cookies.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { problem } from "@/lib/input/errors.ts";
import { text } from "@/lib/input/input.ts";
import { normaliseCode } from "@/lib/input/pairing_code.ts";
import { isCrossSite } from "@/lib/http/request.ts";

export const handler = endpoint({
  POST: asPublic({
    summary: "Pair this phone with a code",
    description:
      "The token is in the answer and in an HttpOnly cookie `relevo_device_<deviceId>`, over " +
      "https `__Host-relevo_device_<deviceId>` (a browser that has the other one from before is " +
      "given this one for it). A code works once. After 10 different wrong ones from one address " +
      "within 10 minutes none is tried until `details.until`; the same one counts once.",
    maxBytes: 16 * 1024,
    body: z.strictObject({
      code: text({ max: 40 }).meta({
        description: "The code that was shown, 8 letters and digits.",
      }),
      name: deviceName.optional().meta({ description: "Name, as people read it." }),
    }),
    returns: pairedRecord,
    status: 201,
    errors: ["link_expired", "rate_limited", "cross_site"],
    run: async ({ req, body, services, address }) => {
      // It sets a cookie: another site must not pair this browser with a phone of its own.
      if (isCrossSite(req, services.config.publicUrl)) throw problem("cross_site");
      const paired = await services.pairingLimiter.attempt(
        address,
        () => pairDevice(services.database.db, body.code, body.name),
        normaliseCode(body.code),
      );
      if (!paired) throw problem("link_expired");
      const { token, device, company } = paired;
      const isHttps = services.config.publicUrl.startsWith("https:");
      const { userId, id: deviceId } = device;
      const { vapidPublicKey } = services;
      return reply({ token, deviceId, userId, company, vapidPublicKey }, {
        status: 201,
        headers: {
          Location: `/api/phone/notifications?device=${deviceId}`,
          "Set-Cookie": pairingCookie(deviceId, token, isHttps),
        },
      });
    },
  }),
});
