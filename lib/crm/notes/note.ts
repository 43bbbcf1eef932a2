import type * as z from "zod";
import { noteFields } from "@/lib/crm/notes/fields.ts";
import { filterValues, listSchema } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import {
  subjectBody,
  subjectFields,
  subjectRecord,
  withOneSubject,
} from "@/lib/records/subject.ts";

export const noteCreate = withOneSubject(createSchema(noteFields).extend(subjectBody))
  .meta({ id: "NoteCreate" });
export type NoteCreate = z.output<typeof noteCreate>;

/** The subject of a note cannot change. */
export const notePatch = patchSchema(noteFields).meta({ id: "NotePatch" });
export type NotePatch = z.output<typeof notePatch>;

export const noteRecord = recordSchema(noteFields, { subject: subjectRecord })
  .meta({ id: "Note" });

export const noteList = listOf(noteFields, {
  defaultSort: "-pinned,-created_at",
  filters: Object.fromEntries(subjectFields.map((name) => [name, {
    column: `t.${name}`,
    value: filterValues.id,
  }])),
});

export const noteQuery = withOneSubject(listSchema(noteList));
