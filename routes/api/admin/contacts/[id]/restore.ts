import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { restoreContact } from "@/lib/crm/contacts/contacts.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a contact out of the bin",
    params: idParams,
    returns: contactRecord,
    errors: ["duplicate"],
    run: ({ trx, member, params }) => restoreContact(trx, member, params.id),
  }),
});
