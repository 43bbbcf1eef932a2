import { importRequest, importResult } from "@/lib/records/imports/import.ts";
import { commitClients } from "@/lib/crm/clients/import_clients.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "File every client of a CSV file, or none",
    description:
      "Duplicates are clients with a tax id or an e-mail address that another has. Errors are 422 with " +
      "`counts` and the first `errors` of the preview in `details`.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate", "limit_reached"],
    runWithoutTransaction: ({ asMember, ...call }) => commitClients(asMember, importFileOf(call)),
  }),
});
