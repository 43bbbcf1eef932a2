import { contactRecord } from "@/lib/crm/contact.ts";
import { restoreContact } from "@/lib/crm/contacts.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a contact out of the bin",
    params: idParams,
    returns: contactRecord,
    errors: ["duplicate"],
    run: ({ trx, member, params }) => restoreContact(trx, member, params.id),
  }),
});
