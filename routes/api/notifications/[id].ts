import * as z from "zod";
import { notificationRecord } from "@/lib/notify/sending/notification.ts";
import { cancelNotification, findNotification } from "@/lib/notify/sending/notifications.ts";
import { asKeyHolder } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

const params = z.object({ id: z.uuid() });

export const handler = endpoint({
  GET: asKeyHolder({
    summary: "Read a notification back, with the state of each recipient",
    params,
    returns: notificationRecord,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      const found = await findNotification(trx, key, params.id);
      if (!found) throw problem("not_found");
      return found;
    },
  }),
  DELETE: asKeyHolder({
    summary: "Cancel a notification for everyone who has not answered",
    params,
    returns: notificationRecord,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      if (!await cancelNotification(trx, key, params.id)) throw problem("not_found");
      return (await findNotification(trx, key, params.id))!;
    },
  }),
});
