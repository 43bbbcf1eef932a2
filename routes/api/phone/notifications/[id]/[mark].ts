import * as z from "zod";
import { markNotification, marks } from "@/lib/notify/inbox/inbox.ts";
import { phoneNotification } from "@/lib/notify/sending/notification_records.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Report that the phone has shown it, or that the person opened it or dismissed it",
    description: "The first report of each kind counts; a repeat changes nothing.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
      mark: z.enum(marks).meta({ description: "What happened to it on the phone." }),
    }),
    returns: phoneNotification,
    errors: ["not_found"],
    run: async ({ trx, device, params }) => {
      const marked = await markNotification(trx, device, params.id, params.mark);
      if (!marked) throw problem("not_found");
      return marked;
    },
  }),
});
