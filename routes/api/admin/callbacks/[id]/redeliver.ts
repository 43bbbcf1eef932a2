import * as z from "zod";
import { findCallback, redeliver } from "@/lib/notify/callbacks/callbacks.ts";
import { callbackLog } from "@/lib/notify/sending/notification_records.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send a callback once more, now, by its response's id",
    description:
      "Tries at once, then begins the retry schedule anew: up to 12 attempts from now. " +
      "Attempts are counted on. One that is being sent this moment is left alone.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: callbackLog,
    run: async ({ trx, member, params }) => {
      await redeliver(trx, member, { id: params.id });
      const callback = await findCallback(trx, member, params.id);
      if (!callback) throw problem("not_found");
      return callback;
    },
  }),
});
