import * as z from "zod";
import { readCursor } from "@/lib/notify/streams/cursor.ts";
import { cursorParameter } from "@/lib/notify/streams/cursor_parameter.ts";
import { openStream } from "@/lib/notify/inbox/stream.ts";
import { phoneNotification } from "@/lib/notify/sending/notification.ts";
import { asPhone } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asPhone({
    summary: "Notifications as they come and change (server-sent events)",
    description: "Each event `notification` carries the notification as it is now: new, or read, " +
      "answered, replaced or cancelled elsewhere. Resumable by `Last-Event-ID`, or by " +
      "`lastEventId` where a browser's first connection cannot set the header; without either it " +
      "starts now.",
    query: z.strictObject({ lastEventId: cursorParameter.optional() }),
    returns: phoneNotification,
    mediaType: "text/event-stream",
    runWithoutTransaction: async ({ req, device, query, services }) => {
      const resumed = readCursor(req.headers.get("last-event-id") ?? "");
      const signal = AbortSignal.any([req.signal, services.stopping]);
      const { inboxFeeds, sentMarks } = services;
      const from = resumed ?? query.lastEventId;
      return await openStream({ devices: [device], from, inboxFeeds, sentMarks, signal });
    },
  }),
});
