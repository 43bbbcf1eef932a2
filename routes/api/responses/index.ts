import * as z from "zod";
import { limitedTo } from "@/lib/access/keys.ts";
import { cursorParameter } from "@/lib/notify/streams/cursor_parameter.ts";
import { listedResponse, userId } from "@/lib/notify/sending/notification.ts";
import { waitForResponses } from "@/lib/notify/answering/wait_for_responses.ts";
import { asKeyHolder } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { queryInteger } from "@/lib/input/input.ts";

export const handler = endpoint({
  GET: asKeyHolder({
    scope: "own",
    summary: "Read responses, oldest first",
    description: "Go on from `meta.nextCursor`; with `wait` an empty answer is held back until " +
      "something arrives or the time is up. A cursor is of the company: it never skips a response, " +
      "and waits for no other company's transactions.",
    query: z.strictObject({
      userId: userId.optional(),
      notificationId: z.uuid().optional(),
      limit: queryInteger({ min: 1, max: 200 }).default(50),
      after: cursorParameter.optional(),
      wait: queryInteger({ min: 0, max: 60 }).default(0),
    }),
    returns: z.array(listedResponse),
    meta: z.object({ nextCursor: z.string(), hasMore: z.boolean() }),
    runWithoutTransaction: async ({ key, query, inCompany, services, req }) => {
      const signal = AbortSignal.any([req.signal, services.stopping]);
      const { wait, ...rest } = query;
      const source = { inCompany, polls: services.polls, key };
      const asked = { ...rest, sentBy: limitedTo(key) };
      const { records, meta } = await waitForResponses(source, asked, wait * 1000, signal);
      return list(records, meta);
    },
  }),
});
