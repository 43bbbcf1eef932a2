import * as z from "zod";
import { shownNotification } from "@/lib/notify/sending/notification_list.ts";
import { findSummarised } from "@/lib/notify/sending/notification_pages.ts";
import { cancelNotification } from "@/lib/notify/sending/notifications.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";

const params = z.object({
  id: z.uuid().meta({ description: "Id of the record, unique among its kind." }),
});

export const handler = endpoint({
  GET: asMember({
    summary: "One notification, with its recipients summed up",
    description: "Who they are, and each one's state, is read at `/recipients`.",
    params,
    returns: shownNotification,
    errors: ["not_found"],
    run: async ({ trx, member, params }) => {
      const notification = await findSummarised(trx, member, params.id);
      if (!notification) throw problem("not_found");
      return notification;
    },
  }),
  DELETE: asMember({
    summary: "Cancel a notification for everyone who has not answered",
    description: "It leaves their phones, and no answer to it is taken any more.",
    params,
    returns: shownNotification,
    errors: ["not_found"],
    run: async ({ trx, member, params }) => {
      const isThere = await cancelNotification(trx, member, params.id, { canBeInternal: true });
      if (!isThere) throw problem("not_found");
      return (await findSummarised(trx, member, params.id))!;
    },
  }),
});
