import { noteRecord } from "@/lib/crm/notes/note.ts";
import { restoreNote } from "@/lib/crm/notes/notes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a note out of the trash",
    description: "On the record that it was on. 404 unless it is in the trash.",
    params: idParams,
    returns: noteRecord,
    run: ({ trx, member, params }) => restoreNote(trx, member, params.id),
  }),
});
