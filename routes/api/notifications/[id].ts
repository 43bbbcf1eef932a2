import * as z from "zod";
import { limitedTo } from "@/lib/access/keys.ts";
import { notificationRecord } from "@/lib/notify/sending/notification_records.ts";
import { cancelNotification, findNotification } from "@/lib/notify/sending/notifications.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

const params = z.object({
  id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
});

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "own",
    summary: "Read a notification back, with the state of each recipient",
    params,
    returns: notificationRecord,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      const notification = await findNotification(trx, key, params.id, { sentBy: limitedTo(key) });
      if (!notification) throw problem("not_found");
      return notification;
    },
  }),
  DELETE: asKeyHolder({
    scope: "send",
    summary: "Cancel a notification for everyone who has not answered",
    description: "A `send` key cancels what it sent itself; anything else is 404 to it.",
    params,
    returns: notificationRecord,
    errors: ["not_found"],
    run: async ({ trx, key, params }) => {
      // The answer shows what was answered, which such a key may not read of others' notifications.
      const sentBy = limitedTo(key);
      if (!await cancelNotification(trx, key, params.id, { sentBy })) throw problem("not_found");
      return (await findNotification(trx, key, params.id))!;
    },
  }),
});
