import * as z from "zod";
import { deviceName, pairingRecord } from "@/lib/access/device.ts";
import { createPairing } from "@/lib/access/pairing.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { asKeyHolder } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    summary: "Make a code that pairs a user's phone",
    body: z.strictObject({ userId, name: deviceName.optional() }),
    returns: pairingRecord,
    status: 201,
    run: async ({ trx, key, body, services }) => {
      const pairing = await createPairing(trx, key, body, services.config.publicUrl);
      // The phone will be listed there; the code itself cannot be read again.
      return created(pairing, `/api/devices?userId=${encodeURIComponent(body.userId)}`);
    },
  }),
});
