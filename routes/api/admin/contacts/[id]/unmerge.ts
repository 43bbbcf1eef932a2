import { contactUnmerged } from "@/lib/crm/contacts/contact.ts";
import { unmergeContact } from "@/lib/crm/contacts/unmerge_contacts.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a merge of contacts back",
    description: "Within 30 days; the contact is the one that was merged into another. It comes " +
      "back with what the merge moved and nobody has moved since, its addresses and numbers " +
      "among it; blanks that it filled in the other are emptied where nobody changed them. The " +
      "answer says what stayed.",
    params: idParams,
    returns: contactUnmerged,
    errors: ["invalid_transition", "duplicate"],
    run: ({ trx, member, params }) => unmergeContact(trx, member, params.id),
  }),
});
