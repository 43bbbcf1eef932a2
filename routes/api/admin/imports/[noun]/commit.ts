import { importRequest, importResult } from "@/lib/records/imports/import.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { commitImport, importFileOf } from "@/lib/records/imports/imports.ts";
import { importables, importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "File every row of a CSV file as a record, or none",
    description: "Duplicates are as `preview` says. Errors are 422 with `counts` and the first " +
      "`errors` of the preview in `details`.",
    params: importParams,
    ...importRequest,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate", "limit_reached"],
    runWithoutTransaction: ({ asMember, params, ...call }) =>
      commitImport(asMember, importables[params.noun], importFileOf(call)),
  }),
});
