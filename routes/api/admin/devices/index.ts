import * as z from "zod";
import { deviceRecord } from "@/lib/access/device.ts";
import { listDevices } from "@/lib/access/devices.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The phones that are paired, newest first, all of them",
    query: z.strictObject({ userId: userId.optional() }),
    returns: z.array(deviceRecord),
    run: ({ trx, member, query }) => listDevices(trx, member, query.userId),
  }),
});
