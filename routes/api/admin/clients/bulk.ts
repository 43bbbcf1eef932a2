import { changeClients, clientBulk } from "@/lib/crm/clients/bulk_clients.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many clients at once, or take such a change back",
    description: bulkDescription + " Trashing leaves clients with live business (`in_use`).",
    body: clientBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeClients(bulkCall(call), body),
  }),
});
