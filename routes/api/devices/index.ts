import * as z from "zod";
import { listDevices } from "@/lib/access/devices.ts";
import { deviceRecord } from "@/lib/access/device.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "read",
    summary: "The phones that are paired, newest first",
    query: z.strictObject({
      userId: userId.optional().meta({
        description: "Whom it is for, by the id that your program gives the user.",
      }),
    }),
    returns: z.array(deviceRecord),
    run: ({ trx, key, query }) => listDevices(trx, key, query.userId),
  }),
});
