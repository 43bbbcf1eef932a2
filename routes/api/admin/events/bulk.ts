import { changeEvents, eventBulk } from "@/lib/crm/events/bulk_events.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many events at once, or take such a change back",
    description: bulkDescription,
    body: eventBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ trx, member, body, language }) =>
      await changeEvents({ trx, member, language, now: new Date() }, body),
  }),
});
