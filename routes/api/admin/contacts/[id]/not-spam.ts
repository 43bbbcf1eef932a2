import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { markSpam } from "@/lib/crm/contacts/mark_spam.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a contact back from spam",
    description:
      "It is listed again, and no longer held. 409 `invalid_transition` where it is no " +
      "spam.",
    params: idParams,
    returns: contactRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => markSpam(trx, member, params.id, "not-spam"),
  }),
});
