import * as z from "zod";
import { findCallback } from "@/lib/notify/callbacks/callbacks.ts";
import { callbackLog } from "@/lib/notify/sending/notification_records.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "How a callback stands, with every attempt, by its response's id",
    description: "404 where the notification was sent without `callbackUrl`. Reading it tries " +
      "nothing: that is `/redeliver`.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: callbackLog,
    errors: ["not_found"],
    run: async ({ trx, member, params }) => {
      const callback = await findCallback(trx, member, params.id);
      if (!callback) throw problem("not_found");
      return callback;
    },
  }),
});
