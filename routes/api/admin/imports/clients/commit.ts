import {
  importBodies,
  importLimits,
  importQuery,
  importResult,
} from "@/lib/records/imports/import.ts";
import { commitClients } from "@/lib/crm/clients/import_clients.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "File every client of a CSV file, or none",
    description:
      "Duplicates are clients with a tax id or an e-mail address that another has. Errors are 422 with " +
      "`counts` and the first `errors` of the preview in `details`.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate"],
    runWithoutTransaction: ({ req, asMember, language, query, bytes, services }) =>
      commitClients(asMember, {
        ...query,
        bytes,
        language,
        importReader: services.importReader,
        signal: req.signal,
      }),
  }),
});
