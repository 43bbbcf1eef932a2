import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { type LockedRow, lockMany } from "@/lib/records/bulk/many.ts";
import { reasonOf } from "@/lib/records/bulk/report.ts";
import { liveMembers } from "@/lib/records/bulk/undo_bulk.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import { namedKept } from "@/lib/records/imports/past_import.ts";
import { isUndoable } from "@/lib/records/imports/past_imports.ts";
import { subjectOf } from "@/lib/records/imports/subject_of.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, type Changes, differences } from "@/lib/records/records.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language, Text } from "@/lib/words/language.ts";

const perStatement = 1_000;

interface Entry {
  id: number;
  version: number;
  changes: Changes | null;
}

interface Kept {
  id: number;
  name: string | null;
  why: Problem;
}

/**
 * Trashes what an import made and restores what it replaced, in one transaction, once. A record that
 * somebody has changed since stays, and of one that was there before, the fields that they changed.
 * Notifies nobody.
 * @throws Problem not_found, invalid_transition (undone already, or after 30 days)
 */
export async function undoImport(
  trx: Trx,
  actor: Actor,
  kinds: Record<ImportedNoun, Importable<unknown>>,
  { id, language }: { id: number; language: Language },
) {
  const { companyId, userId } = actor;
  const past = await trx.selectFrom("imports as t").select(["noun", isUndoable.as("isUndoable")])
    .where("t.company_id", "=", companyId).where("t.id", "=", id).forUpdate().executeTakeFirst();
  if (!past) throw problem("not_found");
  if (!past.isUndoable) throw problem("invalid_transition", { details: { allowed: [] } });
  const entries = await readEntries(trx, actor, past.noun, id);
  const done = { trashed: 0, restored: 0, kept: [] as Kept[] };
  for (let at = 0; at < entries.length; at += perStatement) {
    const { trashed, restored, kept } = await undoSome(
      trx,
      actor,
      kinds[past.noun],
      entries.slice(at, at + perStatement),
    );
    done.trashed += trashed;
    done.restored += restored;
    done.kept.push(...kept);
  }
  await trx.updateTable("imports")
    .set({ undone_at: sql`now()`, undone_by: userId, kept: done.kept.length })
    .where("company_id", "=", companyId).where("id", "=", id).execute();
  await trx.deleteFrom("import_records")
    .where("company_id", "=", companyId).where("import_id", "=", id).execute();
  return {
    ...{ id, trashed: done.trashed, restored: done.restored, kept: done.kept.length },
    records: done.kept.slice(0, namedKept)
      .map(({ why, ...record }) => ({ ...record, ...reasonOf(why, language) })),
  };
}

async function readEntries(
  trx: Trx,
  { companyId }: Actor,
  noun: ImportedNoun,
  id: number,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${sql.ref(nouns[noun].key)} as id, version, changes from import_records
    where company_id = ${companyId} and import_id = ${id} order by 1`.execute(trx);
  return rows;
}

async function undoSome(
  trx: Trx,
  actor: Actor,
  kind: Importable<unknown>,
  entries: Entry[],
) {
  const { noun, inUse } = kind;
  const { client } = nouns[noun];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const fields = new Set(entries.flatMap(({ changes }) => Object.keys(changes ?? {})));
  const columns = [...fields, ...client ? [client] : []];
  const ids = entries.map(({ id }) => id);
  const assignees = entries.map(({ changes }) => changes?.assignee_id?.[0]);
  const members = await liveMembers(trx, actor, assignees);
  // Only live ones: merges lock those that are merged before the others.
  const rows = await lockMany(trx, noun, actor, { ids, columns });
  const made = rows.filter(({ id }) => byId.get(id)!.changes === null).map(({ id }) => id);
  const used = made.length > 0 ? await inUse?.(trx, actor, made) : undefined;
  const now = new Date().toISOString();
  const inPart: Kept[] = [];
  let trashed = 0;
  const { records } = await changeMany({ trx, member: actor }, { noun, about: subjectOf(noun) }, {
    values(row) {
      const { version, changes } = byId.get(row.id)!;
      if (changes !== null) {
        const { values, why } = earlierValues(kind, row, changes, members);
        if (why) inPart.push({ id: row.id, name: row.name, why });
        return values;
      }
      if (row.version !== version) {
        throw problem("version_conflict", { sentence: importWords.keptWhole });
      }
      const why = used?.get(row.id);
      if (why) throw why;
      return { deleted_at: now };
    },
    tell: (_, changes) =>
      changes.deleted_at ? { verb: "deleted" } : { verb: "import_undone", changes },
    after: (changed) => {
      trashed = changed.filter(({ changes }) => changes.deleted_at).length;
      return Promise.resolve();
    },
  }, { ids: rows.map(({ id }) => id), rows });
  const isWhole = (row: LockedRow) => row.version === byId.get(row.id)!.version;
  await forgive(trx, actor, noun, rows.filter(isWhole).map(({ id, version }) => ({ id, version })));
  const changed = records.filter(({ outcome }) => outcome !== "unchanged" && outcome !== "skipped");
  const whole = records.flatMap(({ id, name, why }) => why ? [{ id, name, why }] : []);
  const live = new Set(rows.map(({ id }) => id));
  const gone = entries.filter(({ id, changes }) => changes !== null && !live.has(id));
  const trashedSince = await namesOf(trx, actor, noun, gone.map(({ id }) => id));
  const kept = [...whole, ...inPart, ...trashedSince].sort((a, b) => a.id - b.id);
  return { trashed, restored: changed.length - trashed, kept };
}

/**
 * A change that was taken back whole is none for earlier imports of the record: they can be undone
 * as well, one after the other.
 * @param records with the version that the change had left
 */
async function forgive(
  trx: Trx,
  { companyId }: Actor,
  noun: ImportedNoun,
  records: { id: number; version: number }[],
): Promise<void> {
  const key = sql.ref(`r.${nouns[noun].key}`);
  await sql`
    update import_records r set version = r.version + 2
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) e (id integer, version integer)
    where r.company_id = ${companyId} and ${key} = e.id and r.version = e.version - 1`.execute(trx);
}

/** Records that were changed and have been trashed or merged since. */
async function namesOf(
  trx: Trx,
  { companyId }: Actor,
  noun: ImportedNoun,
  ids: number[],
): Promise<Kept[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<Kept, "why">>`
    select t.id, ${labelOf(noun, "t")} as name from ${sql.table(nouns[noun].table)} t
    where t.company_id = ${companyId} and t.id = any (${ids}::integer[])`.execute(trx);
  const why = problem("not_found", { sentence: importWords.keptTrashed });
  return rows.map((row) => ({ ...row, why }));
}

/** The old values of the fields that still are as the import left them, and why the others stay. */
function earlierValues(
  { fields, follows = {} }: Importable<unknown>,
  { was }: LockedRow,
  changes: Changes,
  members: Set<number>,
) {
  const values: Record<string, unknown> = {};
  const left: Record<string, Text> = {};
  for (const field of Object.keys(changes).filter((name) => Object.hasOwn(fields, name))) {
    const [old, given] = changes[field]!;
    const isGone = field === "assignee_id" && typeof old === "number" && !members.has(old);
    const isChanged = Object.keys(differences({ of: given }, { of: was[field] })).length > 0;
    if (isChanged) left[field] = inputWords.changedSince;
    else if (isGone) left[field] = inputWords.notOurs;
    else {
      for (const name of [field, ...follows[field] ?? []]) {
        if (changes[name]) values[name] = changes[name][0];
      }
    }
  }
  const why = Object.keys(left).length > 0
    ? problem("version_conflict", { fields: left, sentence: importWords.keptInPart })
    : null;
  return { values, why };
}
