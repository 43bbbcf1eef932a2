import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";
import { filterValues, listSchema } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";
import {
  subjectBody,
  subjectFields,
  subjectRecord,
  withOneSubject,
} from "@/lib/records/subject.ts";

const body = text({ max: 10_000 }).meta({ description: "The note." });

export const noteCreate = withOneSubject(
  z.strictObject({
    body,
    pinned: z.boolean().optional().meta({ description: "Whether it stays on top of the others." }),
    ...subjectBody,
  }),
).meta({ id: "NoteCreate" });
export type NoteCreate = z.output<typeof noteCreate>;

/** The subject of a note cannot change. */
export const notePatch = z.strictObject({
  body: body.optional(),
  pinned: z.boolean().optional().meta({ description: "Whether it stays on top of the others." }),
  version: field.version,
}).meta({ id: "NotePatch" });
export type NotePatch = z.output<typeof notePatch>;

export const noteRecord = z.object({
  ...field.recordFields,
  body: z.string().meta({ description: "The note." }),
  pinned: z.boolean().meta({ description: "Whether it stays on top of the others." }),
  author: field.reference.nullable().meta({
    description: "The user who wrote it; null where it was none.",
  }),
  edited_at: z.iso.datetime().nullable().meta({
    description: "When its text last changed; null where it never did.",
  }),
  subject: subjectRecord.meta({ description: "The record that it is about." }),
}).meta({ id: "Note" });

export const noteList: NounList = {
  sorts: { pinned: "t.pinned", created_at: "t.created_at" },
  defaultSort: "-pinned,-created_at",
  filters: Object.fromEntries(subjectFields.map((name) => [name, {
    column: `t.${name}`,
    value: filterValues.id,
  }])),
};

export const noteQuery = withOneSubject(listSchema(noteList));
