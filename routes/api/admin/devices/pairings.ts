import * as z from "zod";
import { deviceName, pairingRecord } from "@/lib/access/device.ts";
import { createMemberPairing } from "@/lib/access/pairing.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

const body = z.strictObject({
  userId: userId.optional().meta({
    description: "Id of the user whose phone it is; without it the caller.",
  }),
  name: deviceName.optional().meta({ description: "Name, as people read it." }),
}).default({});

export const handler = endpoint({
  POST: asMember({
    summary: "Make a code that pairs a phone: your own, or another user's",
    description: "What the CRM tells you about your work comes to phones that you paired as your " +
      "own, and is answered from them only. 409 `limit_reached` where the company has too many " +
      "phones and unused codes, or you made half of that.",
    body,
    returns: pairingRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      const pairing = await createMemberPairing(trx, member, body, services.config);
      // The phone will be listed there; the code itself cannot be read again.
      return created(pairing, "/api/admin/devices");
    },
  }),
});
