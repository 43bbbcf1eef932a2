import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { mergeInto } from "@/lib/records/merge.ts";
import { mergeContacts } from "@/lib/crm/contacts/merge_contacts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Merge a contact into another of the same person",
    description: "Its thread, notes, activities, opportunities and events move; blanks of the " +
      "other are filled. It is 404 with `details.merged_into_id` from then on, and " +
      "stays known by its addresses and numbers; `/unmerge` undoes it for 30 days. The answer is " +
      "the contact that stays. `details.current` and `details.into_current` of 409 " +
      "`version_conflict` are the versions of now.",
    params: idParams,
    body: mergeInto,
    returns: contactRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body: { into_id: intoId, ...versions } }) =>
      mergeContacts(trx, member, params.id, { intoId, ...versions }),
  }),
});
