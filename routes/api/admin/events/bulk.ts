import { changeEvents, eventBulk } from "@/lib/crm/events/bulk_events.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many events at once, or take such a change back",
    description:
      `${bulkDescription} An undo of a change of a series is 409 \`version_conflict\` where ` +
      "the series was changed again since.",
    body: eventBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeEvents(bulkCall(call), body),
  }),
});
