import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import { importUndone } from "@/lib/records/imports/past_import.ts";
import { undoImport } from "@/lib/records/imports/undo_import.ts";
import { importKinds } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Undo an import",
    description:
      `Within ${importUndoDays} days, once, by any member, in one transaction. What it ` +
      "made is trashed, and what it changed gets its earlier values, but nothing that somebody " +
      "has changed since: the answer names it. What business needs is not trashed. Nobody is " +
      "notified.",
    params: idParams,
    deadlineMs: longMs,
    returns: importUndone,
    errors: ["not_found", "invalid_transition", "duplicate"],
    run: ({ trx, member, params: { id }, language }) =>
      undoImport(trx, member, importKinds, { id, language }),
  }),
});
