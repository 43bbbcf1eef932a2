import {
  importBodies,
  importLimits,
  importPreview,
  importQuery,
} from "@/lib/records/imports/import.ts";
import { previewClients } from "@/lib/crm/clients/import_clients.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of clients would do",
    description:
      "Nothing is stored. Duplicates are clients with a tax id or an e-mail address that another has.",
    query: importQuery,
    bodies: importBodies,
    asBytes: true,
    maxBytes: importLimits.bytes,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ req, asMember, language, query, bytes, services }) =>
      previewClients(asMember, {
        ...query,
        bytes,
        language,
        importReader: services.importReader,
        signal: req.signal,
      }),
  }),
});
