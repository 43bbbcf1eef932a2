import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { markSpam } from "@/lib/crm/contacts/mark_spam.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Put a contact aside as spam",
    description:
      "It leaves the list, and stays spam when its sender writes again; `/not-spam` takes " +
      "it back. 409 `invalid_transition` where it is spam already.",
    params: idParams,
    returns: contactRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => markSpam(trx, member, params.id, "spam"),
  }),
});
