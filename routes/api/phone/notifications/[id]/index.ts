import * as z from "zod";
import { findPhoneNotification } from "@/lib/notify/inbox/inbox.ts";
import { phoneNotification } from "@/lib/notify/sending/notification_records.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "One notification, also one that was replaced or cancelled",
    description:
      "404 where this phone's user was not sent it. Reading it here marks nothing as read.",
    params: z.object({
      id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
    }),
    returns: phoneNotification,
    errors: ["not_found"],
    run: async ({ trx, device, params }) => {
      const notification = await findPhoneNotification(trx, device, params.id);
      if (!notification) throw problem("not_found");
      return notification;
    },
  }),
});
