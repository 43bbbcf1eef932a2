import * as z from "zod";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { sentNotification } from "@/lib/notify/sending/notification_list.ts";
import { listSent } from "@/lib/notify/sending/sent_notifications.ts";
import { cursorMeta, cursorParameter, pageLimit } from "@/lib/notify/streams/cursor_parameter.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "own",
    summary: "Read what was sent with keys of the company, oldest first",
    description: "Go on from `meta.nextCursor`, which is there on the last page too; no " +
      "notification is ever skipped by a cursor. Recipients are counted here: " +
      "`GET /api/notifications/{id}` names them.",
    query: z.strictObject({
      limit: pageLimit,
      after: cursorParameter.optional(),
    }),
    returns: z.array(sentNotification),
    meta: cursorMeta,
    run: async ({ trx, key, query }) => {
      const { records, meta } = await listSent(trx, key, query);
      return list(records, meta);
    },
  }),
});
