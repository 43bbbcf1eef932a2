import * as z from "zod";
import { readInbox } from "@/lib/notify/inbox/inbox.ts";
import { phoneNotification } from "@/lib/notify/sending/notification_records.ts";
import { asPhone } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { cursorMeta, pageLimit } from "@/lib/notify/streams/cursor_parameter.ts";
import { message } from "@/lib/input/messages.ts";

const olderThan = z.string()
  .regex(/^[0-9a-z]{1,10}$/, {
    error: message("cursor"),
  })
  .transform((text) => parseInt(text, 36))
  .meta({ override: { type: "string" }, description: "`nextCursor` of the page before." });

export const handler = endpoint({
  GET: asPhone({
    summary: "The inbox, newest first",
    description:
      "`meta.lastEventId` is where the stream goes on without a gap. A pairing's cookie " +
      "lasts another year from each of these calls on.",
    query: z.strictObject({
      limit: pageLimit,
      cursor: olderThan.optional(),
    }),
    returns: z.array(phoneNotification),
    meta: z.object({
      ...cursorMeta.shape,
      nextCursor: cursorMeta.shape.nextCursor.nullable(),
      lastEventId: z.string().meta({
        description: "Open the stream with this id to miss nothing that comes after the list.",
      }),
      unread: z.int().meta({
        description: "Of the whole inbox: neither read, answered nor dismissed, and not replaced " +
          "or cancelled.",
      }),
      now: z.iso.datetime().meta({
        description: "The server's clock, which decides what expires.",
      }),
    }),
    run: async ({ trx, device, query }) => {
      const page = { limit: query.limit, before: query.cursor };
      const { notifications, meta } = await readInbox(trx, device, page);
      return list(notifications, meta);
    },
  }, { renewsCookie: true }),
});
