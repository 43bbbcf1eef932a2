import { importPreview, importRequest } from "@/lib/records/imports/import.ts";
import { previewContacts } from "@/lib/crm/contacts/import_contacts.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of contacts would do",
    description:
      "Nothing is stored. Duplicates are contacts with a channel's id, an e-mail address or, without one, a phone number that another has.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ asMember, ...call }) => previewContacts(asMember, importFileOf(call)),
  }),
});
