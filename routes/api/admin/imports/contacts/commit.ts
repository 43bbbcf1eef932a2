import { importRequest, importResult } from "@/lib/records/imports/import.ts";
import { commitContacts } from "@/lib/crm/contacts/import_contacts.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "File every contact of a CSV file, or none",
    description:
      "Duplicates are contacts with a channel's id, an e-mail address or, without one, a phone number that another has. Errors are 422 with " +
      "`counts` and the first `errors` of the preview in `details`.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate", "limit_reached"],
    runWithoutTransaction: ({ asMember, ...call }) => commitContacts(asMember, importFileOf(call)),
  }),
});
