import { noteRecord } from "@/lib/crm/note.ts";
import { restoreNote } from "@/lib/crm/notes.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a note out of the bin",
    params: idParams,
    returns: noteRecord,
    run: ({ trx, member, params }) => restoreNote(trx, member, params.id),
  }),
});
