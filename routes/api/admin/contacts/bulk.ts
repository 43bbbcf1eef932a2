import { changeContacts, contactBulk } from "@/lib/crm/contacts/bulk_contacts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many contacts at once, or take such a change back",
    description: bulkDescription,
    body: contactBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeContacts(bulkCall(call), body),
  }),
});
