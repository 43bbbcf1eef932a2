import * as z from "zod";
import { limitedTo } from "@/lib/access/keys.ts";
import { cursorMeta, cursorParameter, pageLimit } from "@/lib/notify/streams/cursor_parameter.ts";
import { userId } from "@/lib/notify/sending/notification.ts";
import { listedResponse } from "@/lib/notify/sending/notification_records.ts";
import { waitForResponses } from "@/lib/notify/answering/wait_for_responses.ts";
import { asKeyHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { queryInteger } from "@/lib/input/input.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "own",
    summary: "Read responses, oldest first",
    description: "Go on from `meta.nextCursor`; with `wait` an empty answer is held back until " +
      "something arrives or the time is up. A cursor is of the company: it never skips a " +
      "response, and waits for no other company's transactions. A server that stops answers those " +
      "who wait at once.",
    query: z.strictObject({
      userId: userId.optional().meta({
        description: "Whom it is for, by the id that your program gives the user.",
      }),
      notificationId: z.uuid().optional().meta({
        description: "Id of the notification, as the send returned it.",
      }),
      limit: pageLimit,
      after: cursorParameter.optional(),
      wait: queryInteger({ min: 0, max: 60 }).default(0).meta({
        description: "Seconds to wait for something new where there is nothing; 0 unless said.",
      }),
    }),
    returns: z.array(listedResponse),
    meta: cursorMeta,
    runWithoutTransaction: async ({ key, query, inCompany, services, req }) => {
      const signal = AbortSignal.any([req.signal, services.draining]);
      const { wait, ...rest } = query;
      const source = { inCompany, polls: services.polls, key };
      const filter = { ...rest, sentBy: limitedTo(key) };
      const { records, meta } = await waitForResponses(source, filter, wait * 1000, signal);
      return list(records, meta);
    },
  }),
});
