import { deviceRecord } from "@/lib/access/device.ts";
import { revokeDevice } from "@/lib/access/devices.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { removedPairing } from "@/lib/http/phones/pairing_cookies.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { problem } from "@/lib/input/errors.ts";
import { anotherPhone } from "@/lib/words/errors.ts";

export const handler = endpoint({
  DELETE: asPhone({
    summary: "Unpair this phone",
    description: "A token in the header unpairs its own phone: with it, a `?device=` that names " +
      "another is 403 `insufficient_scope`, and nothing is unpaired.",
    returns: deviceRecord,
    errors: ["insufficient_scope"],
    run: async ({ trx, device, services, url }) => {
      const named = url.searchParams.get("device");
      // By cookie it is the named one.
      if (named && named !== device.id) {
        throw problem("insufficient_scope", { sentence: anotherPhone });
      }
      const record = await revokeDevice(trx, device, device.id);
      const isHttps = services.config.publicUrl.startsWith("https:");
      return reply(record, { cookies: removedPairing(device.id, isHttps) });
    },
  }),
});
