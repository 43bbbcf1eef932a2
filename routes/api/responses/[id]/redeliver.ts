import * as z from "zod";
import { findCallback, redeliver } from "@/lib/notify/callbacks/callbacks.ts";
import { callbackLog } from "@/lib/notify/sending/notification_records.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  POST: asKeyHolder({
    scope: "all",
    summary: "Send a response's callback once more, now",
    description:
      "Tries at once, then begins the retry schedule anew: up to 12 attempts from now. " +
      "Attempts are counted on. One that is being sent this moment is left alone.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: callbackLog,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      await redeliver(trx, key, { id: params.id });
      const callback = await findCallback(trx, key, params.id);
      if (!callback) throw problem("not_found");
      return callback;
    },
  }),
});
