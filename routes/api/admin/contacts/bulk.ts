import { changeContacts, contactBulk } from "@/lib/crm/contacts/bulk_contacts.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many contacts at once, or take such a change back",
    description: bulkDescription,
    body: contactBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ trx, member, body, language }) =>
      await changeContacts({ trx, member, language, now: new Date() }, body),
  }),
});
