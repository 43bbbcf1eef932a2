import { eventList, eventQuery } from "@/lib/crm/events/event.ts";
import { eventTable } from "@/lib/crm/events/events.ts";
import { restoreSeries, type SeriesBefore } from "@/lib/crm/events/scoped.ts";
import { eventColumns } from "@/lib/crm/events/series.ts";
import { type BulkBody, bulkSchema, bulkVerbs } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkNoun } from "@/lib/records/bulk/bulk_noun.ts";
import { assign, runBulk, trash } from "@/lib/records/bulk/run_bulk.ts";

export const eventBulk = bulkSchema(
  eventQuery,
  { ...bulkVerbs.assign, ...bulkVerbs.trash },
  "EventBulk",
);

export async function changeEvents(call: BulkCall, body: BulkBody) {
  return await runBulk(call, events, body);
}

const events: BulkNoun = {
  noun: "event",
  columns: eventColumns,
  about: ({ id, was }) => ({ subject: { event_id: id }, clientId: was.client_id }),
  listing: async ({ trx, member }, filter) => {
    const { table } = await eventTable(trx, member, filter);
    return { spec: eventList, table };
  },
  verbs: { assignee_id: assign, trash },
  async undo({ trx, member }, _, further) {
    if (further !== null) await restoreSeries(trx, member, further as SeriesBefore);
    return {};
  },
};
