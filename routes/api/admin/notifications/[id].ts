import * as z from "zod";
import { notificationRecord } from "@/lib/notify/sending/notification.ts";
import { findNotification } from "@/lib/notify/sending/notifications.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "One notification, with the state of each recipient",
    params: z.object({ id: z.uuid() }),
    returns: notificationRecord,
    errors: ["not_found"],
    run: async ({ trx, member, params }) => {
      const found = await findNotification(trx, member, params.id);
      if (!found) throw problem("not_found");
      return found;
    },
  }),
});
