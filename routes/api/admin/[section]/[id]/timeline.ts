import * as z from "zod";
import { readTimeline } from "@/lib/crm/timeline/timeline.ts";
import {
  timelineEntry,
  type TimelineNoun,
  timelineNouns,
  timelineQuery,
} from "@/lib/crm/timeline/timeline_entry.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpointsBy } from "@/lib/http/endpoint.ts";
import { list } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { listMeta } from "@/lib/input/list.ts";
import { bySection, names } from "@/routes/api/admin/(_nouns)/nouns.ts";

const descriptions: Record<TimelineNoun, string> = {
  contact: "Activities, notes and messages of the contact, and of its events.",
  client: "Activities, notes and messages of the client and of what belongs to it: contacts, " +
    "opportunities, quotes, sales, tasks and events.",
  opportunity: "Activities and notes of the opportunity and of its quotations, sales, tasks " +
    "and events, and the messages of the contact that it came from.",
  quote: "Activities and notes of the quotation and of its sale.",
  sale: "Activities and notes of the sale and of its delivery tasks.",
  task: "Activities and notes of the task.",
  event: "Activities and notes of the event.",
  product: "Its activities; what it is quoted for is in `GET /quotes?product_id=`.",
};

export const handler = endpointsBy(
  "section",
  bySection(timelineNouns, (noun) => ({
    GET: asMember({
      summary: `Everything that happened with ${names[noun].one}, the newest first`,
      description: descriptions[noun],
      params: idParams,
      query: timelineQuery,
      returns: z.array(timelineEntry),
      meta: listMeta,
      run: async ({ trx, member, params: { id }, query, language }) => {
        const reader = { ...member, language };
        const { records, meta } = await readTimeline(trx, reader, { noun, id }, query);
        return list(records, meta);
      },
    }),
  })),
);
