import * as z from "zod";
import { snooze, snoozeBody } from "@/lib/notify/inbox/snooze.ts";
import { phoneNotification } from "@/lib/notify/sending/notification_records.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asPhone({
    summary: "Put a notification off until later",
    description: "On all the user's phones it is neither pushed nor reminded of until then; then " +
      "it comes once on the stream and is pushed, read or not.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    body: snoozeBody,
    returns: phoneNotification,
    errors: ["not_found", "already_answered", "notification_closed", "notification_expired"],
    run: ({ trx, device, params, body }) => snooze(trx, device, params.id, body.until),
  }),
});
