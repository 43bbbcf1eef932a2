import { deviceRecord } from "@/lib/access/device.ts";
import { revokeDevice } from "@/lib/access/devices.ts";
import { asPhone } from "@/lib/http/doors.ts";
import { pairingCookie } from "@/lib/http/phones/pairing_cookies.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  DELETE: asPhone({
    summary: "Unpair this phone",
    returns: deviceRecord,
    run: async ({ trx, device, services }) => {
      const record = await revokeDevice(trx, device, device.id);
      const secure = services.config.publicUrl.startsWith("https:");
      return reply(record, { headers: { "Set-Cookie": pairingCookie(device.id, "", secure, 0) } });
    },
  }),
});
