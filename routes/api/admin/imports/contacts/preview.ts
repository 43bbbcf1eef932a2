import {
  importBodies,
  importLimits,
  importPreview,
  importQuery,
} from "@/lib/records/imports/import.ts";
import { previewContacts } from "@/lib/crm/contacts/import_contacts.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of contacts would do",
    description:
      "Nothing is stored. Duplicates are contacts with a channel's id, an e-mail address or, without one, a phone number that another has.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ req, asMember, language, query, bytes, services }) =>
      previewContacts(asMember, {
        ...query,
        bytes,
        language,
        importReader: services.importReader,
        signal: req.signal,
      }),
  }),
});
