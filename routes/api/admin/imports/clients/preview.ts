import { importPreview, importRequest } from "@/lib/records/imports/import.ts";
import { previewClients } from "@/lib/crm/clients/import_clients.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file of clients would do",
    description:
      "Nothing is stored. Duplicates are clients with a tax id or an e-mail address that another has.",
    ...importRequest,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ asMember, ...call }) => previewClients(asMember, importFileOf(call)),
  }),
});
