import { contactRecord } from "@/lib/crm/contacts/contact.ts";
import { releaseContact } from "@/lib/crm/contacts/held/release.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Release a contact that is held",
    description:
      "It is in the inbox as a fresh one is, and members get the notice of a new contact.",
    params: idParams,
    returns: contactRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => releaseContact(trx, member, params.id),
  }),
});
