import * as z from "zod";
import { noteFields } from "@/lib/crm/notes/fields.ts";
import { fileIds, fileRecord } from "@/lib/files/file.ts";
import { filterValues, listSchema } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import {
  subjectBody,
  subjectFields,
  subjectRecord,
  withOneSubject,
} from "@/lib/records/subject.ts";

const files = fileIds.default([]).meta({
  description: "Ids of `POST /api/admin/files` that belong to nothing yet, at most 10.",
});

export const noteCreate = withOneSubject(
  createSchema(noteFields).extend({ ...subjectBody, files }),
).meta({ id: "NoteCreate" });
export type NoteCreate = z.output<typeof noteCreate>;

/** The subject of a note cannot change. */
export const notePatch = patchSchema(noteFields).meta({ id: "NotePatch" });
export type NotePatch = z.output<typeof notePatch>;

export const noteRecord = recordSchema(noteFields, { subject: subjectRecord }).extend({
  files: z.array(fileRecord).meta({ description: "Its files, in the order that they came in." }),
}).meta({ id: "Note" });

export const noteList = listOf(noteFields, {
  defaultSort: "-pinned,-created_at",
  filters: Object.fromEntries(subjectFields.map((name) => [name, {
    column: `t.${name}`,
    value: filterValues.id,
  }])),
});

export const noteQuery = withOneSubject(listSchema(noteList));
