import * as z from "zod";
import { deviceName, pairingRecord } from "@/lib/access/device.ts";
import { createProgramPairing } from "@/lib/access/pairing.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "all",
    summary: "Make a code that pairs a user's phone",
    description:
      "Who has the phone reads and answers what its user is sent, so a limited key may not make " +
      "one. 409 `limit_reached` where the company has too many phones and unused codes, or this " +
      "key made half of that.",
    query: z.strictObject({
      qr: z.enum(["0", "1"]).default("1").meta({ description: "0 leaves the QR code out." }),
    }),
    body: z.strictObject({
      userId,
      name: deviceName.optional().meta({ description: "Name, as people read it." }),
    }),
    returns: pairingRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, key, query, body, services }) => {
      const { qr, ...pairing } = await createProgramPairing(trx, key, body, services.config);
      // The phone will be listed there; the code itself cannot be read again.
      return created(
        query.qr === "0" ? pairing : { ...pairing, qr },
        `/api/devices?userId=${encodeURIComponent(body.userId)}`,
      );
    },
  }),
});
