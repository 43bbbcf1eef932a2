import * as z from "zod";
import { contactCreate, contactList, contactRecord } from "@/lib/crm/contacts/contact.ts";
import { createContact, listContacts } from "@/lib/crm/contacts/contacts.ts";
import { endingWithRead } from "@/lib/db/pool/departure.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery, listSchema } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Contacts, the latest message first",
    description: "Without spam, which `is_spam=true` lists, and without what is held because too " +
      "much came by the form: `held=true`.",
    query: listSchema(contactList),
    returns: z.array(contactRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listContacts(endingWithRead(trx), member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "File a contact by hand",
    description:
      "Give at least one of `name`, `email`, `phone` and `channel_contact_id`. `message` " +
      "begins the thread, as one that came in, and colleagues are notified. 409 " +
      "`duplicate` where another contact has the `channel_contact_id` on that channel.",
    body: contactCreate,
    returns: contactRecord,
    status: 201,
    errors: ["duplicate", "limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "contact", services.config.bounds.recordsPerCompany);
      const contact = await createContact(trx, member, body);
      return created(contact, `/api/admin/contacts/${contact.id}`);
    },
  }),
});
