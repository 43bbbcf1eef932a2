import * as z from "zod";
import { deviceRecord } from "@/lib/access/device.ts";
import { revokeDevice } from "@/lib/access/devices.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  DELETE: asMember({
    summary: "Unpair a phone at once",
    description: "Its token and cookie are refused from now on. What was sent to it and answered " +
      "stays; 404 where it is not paired any more.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: deviceRecord,
    run: async ({ trx, member, params }) => {
      const device = await revokeDevice(trx, member, params.id);
      if (!device) throw problem("not_found");
      return device;
    },
  }),
});
