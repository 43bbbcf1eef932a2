import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import {
  importUndone,
  importUndoPreview,
  importUndoSeen,
} from "@/lib/records/imports/past_import.ts";
import { previewUndo, undoImport } from "@/lib/records/imports/undo/undo_import.ts";
import { importKinds } from "@/lib/views/imports/importables.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Count what undoing an import would do",
    description: "As the records are now; `POST` does it.",
    params: idParams,
    deadlineMs: longMs,
    returns: importUndoPreview,
    errors: ["not_found", "invalid_transition"],
    run: ({ trx, member, params: { id } }) => previewUndo(trx, member, { id, kinds: importKinds }),
  }),
  POST: asMember({
    summary: "Undo an import",
    description:
      `Within ${importUndoDays} days, once, by any member, in one transaction. What it ` +
      "made is trashed, and what it changed gets its earlier values, but nothing whose values " +
      "somebody has changed since: the answer names it. What other records belong to is not " +
      "trashed. Nobody is notified. With the counts that `GET` told, nothing happens where one is " +
      "another now: `details` of 409 `version_conflict` has all of them.",
    params: idParams,
    body: importUndoSeen,
    deadlineMs: longMs,
    returns: importUndone,
    errors: ["not_found", "invalid_transition", "duplicate", "version_conflict"],
    run: ({ trx, member, params: { id }, body: counts, language }) =>
      undoImport(trx, member, { id, kinds: importKinds, language, counts }),
  }),
});
