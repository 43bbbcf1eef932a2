import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember } from "@/lib/records/joins.ts";
import { noteFields } from "@/lib/crm/notes/fields.ts";
import { toFile } from "@/lib/files/file.ts";
import { attachFiles, filesOf } from "@/lib/files/files.ts";
import { recordMapper } from "@/lib/records/fields/row.ts";
import { recordActivities, type Subject } from "@/lib/records/activities.ts";
import { type NoteCreate, noteList, type NotePatch } from "@/lib/crm/notes/note.ts";
import {
  type Actor,
  changeRecord,
  type Changes,
  insertRecord,
  lockRecord,
  setRestored,
  setTrashed,
} from "@/lib/records/records.ts";
import {
  noteSubjects,
  type SubjectField,
  subjectFields,
  subjectOf,
} from "@/lib/records/subject.ts";
import { findSubject, lockSubject, namedSubject } from "@/lib/records/subjects.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { type Reader, readPage } from "@/lib/records/lists.ts";
import { problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Pinned first, then newest. */
export async function listNotes(db: Db, reader: Reader, query: ListQuery) {
  const { rows, meta } = await readPage(db, reader, query, {
    spec: noteList,
    table: db.selectFrom("notes as t"),
    rows: noteRows(db),
  });
  return { records: rows.map(toNote), meta };
}

/** @throws Problem not_found */
export async function findNote(db: Db, { companyId }: Tenant, id: number) {
  const row = await noteRows(db).where("t.company_id", "=", companyId).where("t.id", "=", id)
    .where("t.deleted_at", "is", null).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toNote(row);
}

/**
 * Creates a note; without a user it is the public's.
 * @throws Problem validation_failed (there is no such live record or file, or it is not a quotation
 * and the client shall read it)
 */
export async function createNote(trx: Trx, actor: Actor, note: NoteCreate) {
  const subject = await lockSubject(trx, actor, subjectOf(note));
  if (note.to_client && subject.name !== "quote_id") {
    throw problem("validation_failed", { fields: { to_client: inputWords.ofQuotesOnly } });
  }
  const row = await insertRecord(trx, "notes", actor, {
    call: note.call,
    to_client: note.to_client,
    body: note.body,
    pinned: note.pinned,
    author_id: actor.userId,
    [subject.name]: subject.id,
  });
  await attachFiles(trx, actor, note.files, { note_id: row.id }, "member");
  await recordOnSubject(trx, actor, "note_added", row);
  return await findNote(trx, actor, row.id);
}

/** @throws Problem not_found, version_conflict, invalid_transition (a client's own words) */
export async function changeNote(trx: Trx, actor: Actor, id: number, patch: NotePatch) {
  const { version, ...values } = patch;
  const before = await lockRecord(trx, "notes", actor, id, { version });
  const edited = values.body !== undefined && values.body !== before.body;
  if (edited && before.to_client && before.author_id === null) {
    throw problem("invalid_transition", { details: { allowed: [] } });
  }
  const { changes } = await changeRecord(trx, "notes", actor, before, {
    ...values,
    ...(edited ? { edited_at: currentTime() } : {}),
  });
  const { edited_at: _, ...visible } = changes;
  if (Object.keys(visible).length > 0) {
    await recordOnSubject(trx, actor, "note_changed", before, visible);
  }
  return await findNote(trx, actor, id);
}

/** @throws Problem not_found */
export async function trashNote(trx: Trx, actor: Actor, id: number) {
  const note = await findNote(trx, actor, id);
  const row = await setTrashed(trx, "notes", actor, id);
  await recordOnSubject(trx, actor, "note_deleted", row);
  return note;
}

/** @throws Problem not_found */
export async function restoreNote(trx: Trx, actor: Actor, id: number) {
  const row = await setRestored(trx, "notes", actor, id);
  await recordOnSubject(trx, actor, "note_restored", row);
  return await findNote(trx, actor, id);
}

/** Records the activity on the note's subject and on its client's timeline. */
async function recordOnSubject(
  trx: Trx,
  actor: Actor,
  verb: string,
  row: Record<SubjectField, number | null>,
  changes?: Changes,
) {
  const name = subjectFields.find((one) => row[one] !== null);
  if (!name) return;
  const id = row[name]!;
  const { clientId } = await findSubject(trx, actor, { name, id });
  const subject = { [name]: id } as unknown as Subject;
  const by = actor.userId === null ? "public" as const : undefined;
  await recordActivities(trx, actor, [{ verb, subject, clientId, changes, by }]);
}

function noteRows(db: Db) {
  return db.selectFrom("notes as t")
    .selectAll("t").$call(withMember("author"))
    .select(namedSubject("t", noteSubjects).as("subject"))
    .select(filesOf("t", "note_id").as("files"));
}

type Row = Awaited<ReturnType<ReturnType<typeof noteRows>["execute"]>>[number];

const ofRow = recordMapper(noteFields);

function toNote(row: Row) {
  return { ...ofRow(row), files: row.files.map((file) => toFile(file)) };
}
