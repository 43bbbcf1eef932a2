import { notePatch, noteRecord } from "@/lib/crm/notes/note.ts";
import { changeNote, findNote, trashNote } from "@/lib/crm/notes/notes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a note",
    description: "One in the trash is 404 until it is restored.",
    params: idParams,
    returns: noteRecord,
    run: ({ trx, member, params }) => findNote(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change a note's text, or pin it",
    description:
      "Anybody in the company may. The record that it is on cannot change; a new text sets " +
      "`edited_at`. What a client asked by a quotation's link keeps its text: another is " +
      "`invalid_transition`.",
    params: idParams,
    body: notePatch,
    returns: noteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => changeNote(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Put a note into the trash for 30 days",
    description: "Anybody in the company may. The history of its record says so.",
    params: idParams,
    returns: noteRecord,
    run: ({ trx, member, params }) => trashNote(trx, member, params.id),
  }),
});
