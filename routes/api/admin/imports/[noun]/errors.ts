import * as z from "zod";
import { longMs } from "@/lib/db/deadline.ts";
import { csvResponse } from "@/lib/http/text_file.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";
import { errorsRequest } from "@/lib/records/imports/import.ts";
import { errorRowsFile } from "@/lib/views/imports/import_files.ts";
import { importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "The rows of a CSV file that have errors or remarks",
    description:
      "All that `preview` finds wrong, or with `rows=remarks` all of which something is " +
      "left out or kept in notes; behind each row its number and what is told.",
    params: importParams,
    ...errorsRequest,
    deadlineMs: longMs,
    returns: z.string(),
    mediaType: "text/csv",
    runWithoutTransaction: async ({ asMember, params, ...call }) =>
      csvResponse(await errorRowsFile(asMember, params.noun, importFileOf(call))),
  }),
});
