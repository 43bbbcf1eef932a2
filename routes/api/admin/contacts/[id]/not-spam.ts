import { contactRecord } from "@/lib/crm/contact.ts";
import { markSpam } from "@/lib/crm/mark_spam.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a contact back from spam",
    params: idParams,
    returns: contactRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => markSpam(trx, member, params.id, "not-spam"),
  }),
});
