import * as z from "zod";
import { noteCreate, noteQuery, noteRecord } from "@/lib/crm/notes/note.ts";
import { createNote, listNotes } from "@/lib/crm/notes/notes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery } from "@/lib/input/list.ts";
import { checkRoom } from "@/lib/records/room.ts";
import { subjectChoice } from "@/lib/records/subject.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The notes on one record, pinned ones first",
    description: subjectChoice,
    query: noteQuery,
    returns: z.array(noteRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listNotes(trx, member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Write a note on a record",
    description:
      `${subjectChoice} On a record that was merged it goes to the one that stayed. You are ` +
      "its author.",
    body: noteCreate,
    returns: noteRecord,
    status: 201,
    errors: ["limit_reached"],
    run: async ({ trx, member, body, services }) => {
      await checkRoom(trx, member, "note", services.config.bounds.recordsPerCompany);
      const note = await createNote(trx, member, body);
      return created(note, `/api/admin/notes/${note.id}`);
    },
  }),
});
