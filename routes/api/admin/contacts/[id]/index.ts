import { contactPatch, contactRecord } from "@/lib/crm/contacts/contact.ts";
import { changeContact, findContact, trashContact } from "@/lib/crm/contacts/contacts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a contact",
    description:
      "Of one that was merged into another, the 404 has `merged_into_id` in its details.",
    params: idParams,
    returns: contactRecord,
    run: ({ trx, member, params }) => findContact(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a contact's fields",
    description:
      "Fields that are absent stay as they are, null empties one. `status` goes from `new` " +
      "to `read` or `archived`, from `read` to either, and from `archived` to `read`: else " +
      "409 `invalid_transition`. 409 `duplicate` where another contact has the " +
      "`channel_contact_id` on that channel.",
    params: idParams,
    body: contactPatch,
    returns: contactRecord,
    errors: ["version_conflict", "invalid_transition", "duplicate"],
    run: ({ trx, member, params, body }) => changeContact(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a contact into the trash for 30 days",
    description: "Its thread is kept with it. The client that it became stays, and so do " +
      "opportunities.",
    params: idParams,
    returns: contactRecord,
    run: ({ trx, member, params }) => trashContact(trx, member, params.id),
  }),
});
