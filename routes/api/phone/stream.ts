import * as z from "zod";
import { noteSeen } from "@/lib/access/devices.ts";
import { readCursor } from "@/lib/notify/streams/cursor.ts";
import { cursorParameter } from "@/lib/notify/streams/cursor_parameter.ts";
import { openStream } from "@/lib/notify/inbox/stream.ts";
import { devicesParameter, streamedNotification } from "@/lib/notify/inbox/streamed.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { asPhones } from "@/lib/http/phones/shared_phones.ts";

export const handler = endpoint({
  GET: asPhones({
    summary: "Notifications as they come and change (server-sent events)",
    description: "Each event `notification` carries the notification as it is now: new, or read, " +
      "answered, replaced or cancelled elsewhere. The stream begins with `retry` and an `id`, without " +
      "an event. Resumable by `Last-Event-ID`, or by " +
      "`lastEventId` where a browser's first connection cannot set the header; without either it " +
      "starts now. A resumed stream may repeat an event, and never leaves one out. After 6 s of " +
      "silence comes an event `beat`, with `{}`. A server that stops ends it with `retry: 500`. With `devices` " +
      "several pairings of a browser share the stream (`device` is not looked at then): one that " +
      "has ended is told by an event `unpaired` with its `deviceId`, and with none left the " +
      "answer is 401.",
    query: z.strictObject({
      devices: devicesParameter.optional(),
      lastEventId: cursorParameter.optional(),
    }),
    returns: streamedNotification,
    mediaType: "text/event-stream",
    errors: ["rate_limited"],
    run: async ({ req, devices, query, services }) => {
      const resumed = readCursor(req.headers.get("last-event-id") ?? "");
      const from = resumed ?? query.lastEventId;
      const signal = AbortSignal.any([req.signal, services.draining]);
      const { inboxFeeds, sentMarks } = services;
      const ids = new Set(devices.map(({ id }) => id));
      const unpaired = query.devices?.filter((id) => !ids.has(id));
      return await openStream({
        devices,
        unpaired,
        from,
        inboxFeeds,
        sentMarks,
        signal,
        noteSeen: (device) => noteSeen(services.database.db, device),
      });
    },
  }),
});
