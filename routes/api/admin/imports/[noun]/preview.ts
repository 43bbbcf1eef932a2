import { previewRequest } from "@/lib/records/imports/import.ts";
import { importPreview } from "@/lib/records/imports/rows/import_answers.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf, previewImport } from "@/lib/records/imports/imports.ts";
import { importables, importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Show what a file of records would do",
    description: "Nothing is stored. A row is there already if a client has its tax id or e-mail " +
      "address, a contact its channel's id, e-mail address or, without one, phone number, or a " +
      "product its sku; clients with different tax ids are never the same. With " +
      "`duplicates=update` such a row changes the record: a cell that is empty, and a column that " +
      "the file has not, leaves what is there, and so do a contact's `channel`, " +
      "`channel_contact_id` and `message`. A row that matches two records, and rows that are the " +
      "same record, are errors. A row that has none of these values is there already if a record " +
      "has all its values. A cell that cannot be read refuses its row if it is a client's name or a " +
      "product's name, sku or price; others are kept in the record's notes (a new contact's " +
      "conversation), or left out, and the row comes in with `remarks`. A name that is only a part " +
      "of the stored one changes nothing.",
    params: importParams,
    ...previewRequest,
    deadlineMs: longMs,
    returns: importPreview,
    runWithoutTransaction: ({ asMember, params, ...call }) =>
      previewImport(asMember, importables[params.noun], importFileOf(call)),
  }),
});
