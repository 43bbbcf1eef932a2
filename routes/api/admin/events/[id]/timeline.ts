import * as z from "zod";
import { readTimeline } from "@/lib/crm/timeline/timeline.ts";
import { timelineEntry, timelineQuery } from "@/lib/crm/timeline/timeline_entry.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Everything that happened with an event, the newest first",
    description: "Activities and notes of the event.",
    params: idParams,
    query: timelineQuery,
    returns: z.array(timelineEntry),
    meta: listMeta,
    run: async ({ trx, member, params: { id }, query, language }) => {
      const { records, meta } = await readTimeline(trx, { ...member, language }, {
        noun: "event",
        id,
      }, query);
      return list(records, meta);
    },
  }),
});
