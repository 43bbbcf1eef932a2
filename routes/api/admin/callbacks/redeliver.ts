import * as z from "zod";
import { redeliverBody } from "@/lib/notify/callbacks/callback.ts";
import { redeliver } from "@/lib/notify/callbacks/callbacks.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Send again, now, every callback since a time that did not get through",
    description: "Each is tried at once, then begins its retry schedule anew.",
    body: redeliverBody,
    returns: z.object({
      count: z.int().meta({ description: "How many callbacks are delivered again." }),
    }),
    run: async ({ trx, member, body }) => ({ count: await redeliver(trx, member, body) }),
  }),
});
