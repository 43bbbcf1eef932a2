import { deviceRecord } from "@/lib/access/device.ts";
import { revokeDevice } from "@/lib/access/devices.ts";
import { asPhone, pairingCookie } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  DELETE: asPhone({
    summary: "Unpair this phone",
    returns: deviceRecord,
    run: async ({ trx, device, after, services }) => {
      const { companyId, userId, id } = device;
      const record = await revokeDevice(trx, { companyId }, id);
      after(() => services.live.publish([{ companyId, userId }]));
      const secure = services.config.publicUrl.startsWith("https:");
      return reply(record, { headers: { "Set-Cookie": pairingCookie(id, "", secure, 0) } });
    },
  }),
});
