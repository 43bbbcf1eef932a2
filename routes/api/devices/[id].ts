import * as z from "zod";
import { deviceRecord } from "@/lib/access/device.ts";
import { revokeDevice } from "@/lib/access/devices.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  DELETE: asKeyHolder({
    scope: "all",
    summary: "Unpair a phone at once",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: deviceRecord,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      const device = await revokeDevice(trx, key, params.id);
      if (!device) throw problem("not_found");
      return device;
    },
  }),
});
