import { commitRequest } from "@/lib/records/imports/import.ts";
import { importResult } from "@/lib/records/imports/rows/import_answers.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { commitImport } from "@/lib/records/imports/commit_import.ts";
import { importFileOf } from "@/lib/records/imports/imports.ts";
import { importables, importParams } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Store the rows of a file as records",
    description:
      "In one transaction. Duplicates are as `preview` says. An error refuses the whole " +
      "file: 422 with `counts` and the first `errors` of the preview in `details`. With " +
      "`invalid=skip` the good rows are stored and the wrong ones named; `errors` gives them as a " +
      "file. Rows with remarks come in. Errors of the header (row 1) refuse the file in any case. " +
      "`POST /imports/<id>/undo` takes the file back. With `digest`, what was previewed is stored or " +
      "nothing: `details` of 409 `version_conflict` has the `counts` and the `digest` of now.",
    params: importParams,
    ...commitRequest,
    deadlineMs: longMs,
    returns: importResult,
    errors: ["duplicate", "limit_reached", "version_conflict"],
    runWithoutTransaction: ({ asMember, params, ...call }) =>
      commitImport(asMember, importables[params.noun], importFileOf(call)),
  }),
});
