import { contactList } from "@/lib/crm/contacts/contact.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { answerValues, valuesOf } from "@/lib/http/filter_values.ts";
import { readValues } from "@/lib/views/lists/filter_values.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What contacts can be narrowed by, with counts",
    ...valuesOf(contactList),
    run: async ({ trx, member, query }) =>
      answerValues(await readValues(trx, member, "contact", query as never)),
  }),
});
