import * as z from "zod";
import { findCallback } from "@/lib/notify/callbacks/callbacks.ts";
import { callbackLog } from "@/lib/notify/sending/notification_records.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "read",
    summary: "How a response's callback stands, with every attempt",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: callbackLog,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      const callback = await findCallback(trx, key, params.id);
      if (!callback) throw problem("not_found");
      return callback;
    },
  }),
});
