import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { restoreContact } from "@/lib/crm/contacts/contacts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a contact out of the trash",
    description: "One that was merged comes back by an unmerge: 409 `invalid_transition`, with " +
      "`merged_into_id` in the details.",
    params: idParams,
    returns: contactRecord,
    errors: ["duplicate", "invalid_transition"],
    run: ({ trx, member, params }) => restoreContact(trx, member, params.id),
  }),
});
