import { importPreview, importRequest } from "@/lib/records/imports/import.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf, previewImport } from "@/lib/records/imports/imports.ts";
import { importables, importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a CSV file would do",
    description: "Nothing is stored. Duplicates are clients with a tax id or an e-mail address, " +
      "contacts with a channel's id, an e-mail address or, without one, a phone number, and " +
      "products with a sku that another has.",
    params: importParams,
    ...importRequest,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ asMember, params, ...call }) =>
      previewImport(asMember, importables[params.noun], importFileOf(call)),
  }),
});
