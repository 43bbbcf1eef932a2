import { sql } from "kysely";
import { announceActivities } from "@/lib/records/activities.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { type Checked, checkImport } from "@/lib/records/imports/check_import.ts";
import type { RowResult } from "@/lib/records/imports/findings.ts";
import { importUndoDays } from "@/lib/records/imports/import.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import { unpackRows } from "@/lib/records/imports/import_parts.ts";
import {
  firstErrors,
  type ImportFile,
  type OpenAsMember,
  readFile,
} from "@/lib/records/imports/imports.ts";
import type { ImportRead } from "@/lib/records/imports/read_import.ts";
import { remarkText, type StoredRemarks } from "@/lib/records/imports/rows/row_remarks.ts";
import { valuesOf } from "@/lib/records/imports/undo/made_values.ts";
import { keepColumnChoice } from "@/lib/records/imports/rows/column_choices.ts";
import { digestOf } from "@/lib/records/imports/rows/outcome_digest.ts";
import { subjectOf } from "@/lib/records/imports/subject_of.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, type Changes, translated } from "@/lib/records/records.ts";
import { checkRoom } from "@/lib/records/room.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";

const perStatement = 1_000;

/**
 * Stores a file in one transaction, and what undoes it. Imports of the same noun wait for each other,
 * so that the same file twice at once is stored once.
 * @throws Problem validation_failed with the first errors; duplicate (a record was made meanwhile);
 * limit_reached; version_conflict (`digest` is of another outcome)
 */
export async function commitImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile & { file_name?: string; digest?: string },
) {
  const read = await readFile(asMember, kind, file, "columns");
  return await asMember(async ({ trx, member }) => {
    await takeLock(trx, member, kind);
    const checked = await checkImport(trx, member, kind, read, { ...file, locks: true });
    const { counts, results } = checked;
    const errors = firstErrors(read, checked.errors);
    const digest = file.digest && digestOf(read, checked);
    if (digest !== file.digest) {
      throw problem("version_conflict", { details: { counts, digest } });
    }
    if (isRefused(errors, file)) {
      throw problem("validation_failed", { details: { counts, errors } });
    }
    if (counts.rows === 0) {
      throw problem("validation_failed", { fields: { body: importWords.noRows } });
    }
    if (counts.valid > 0) await checkRoom(trx, member, kind.noun, file.maxRecords, counts.valid);
    const ids = await makeRecords(trx, member, kind, read, results);
    const changed = await changeRecords(trx, member, kind, results);
    const skipped = countOf(results, "left_out");
    const sums = { skipped, wrong: countOf(results, "wrong"), same: counts.same };
    const remarks = await remarksOfRecords(read, checked, ids);
    const record = await keepImport(trx, member, kind, { ids, changed, remarks, file, ...sums });
    if (file.columns && file.columns_by === "company") {
      const fields = read.isByHeads ? null : read.columns.map(({ field }) => field ?? "");
      await keepColumnChoice(trx, member, kind.noun, { head: read.head, fields });
    }
    return {
      ...record,
      imported: ids.length,
      changed: changed.length,
      ...sums,
      remarks: counts.remarks,
      errors,
    };
  });
}

/** Errors of the header, row 1, are the whole file's. */
function isRefused(errors: { row: number }[], { invalid }: ImportFile): boolean {
  return errors.length > 0 && (invalid === "refuse" || errors[0]!.row === 1);
}

function countOf(results: Map<number, RowResult>, wanted: RowResult["outcome"]): number {
  return [...results.values()].filter(({ outcome }) => outcome === wanted).length;
}

async function takeLock<Value>(trx: Trx, { companyId }: Actor, { noun }: Importable<Value>) {
  const lock = `imports of ${nouns[noun].table} of ${companyId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
}

async function makeRecords<Value>(
  trx: Trx,
  actor: Actor,
  kind: Importable<Value>,
  read: ImportRead,
  results: Map<number, RowResult>,
): Promise<number[]> {
  const createdIds: number[] = [];
  for await (const rows of unpackRows(read.parts)) {
    const fresh = rows.filter(({ row }) => results.get(row)?.outcome === "new");
    if (fresh.length === 0) continue;
    const ids = await insertRows(trx, actor, kind, fresh.map(({ columns }) => columns!));
    const notes = fresh.flatMap(({ lines }, at) => lines ? [{ id: ids[at]!, lines }] : []);
    if (notes.length > 0) await kind.keepLines?.(trx, actor, notes);
    createdIds.push(...ids);
  }
  return createdIds;
}

/**
 * Stores rows and their activities in one statement.
 * @param rows the columns of each, as JSON
 * @throws Problem duplicate
 */
async function insertRows<Value>(
  trx: Trx,
  actor: Actor,
  { noun, columns, afterwards }: Importable<Value>,
  rows: string[],
): Promise<number[]> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const { table, key } = nouns[noun];
  const timeline = noun === "client" ? sql`id` : sql`null::integer`;
  const { companyId, userId } = actor;
  const inserted = await translated(() =>
    sql<{ id: number }>`
    with made as (
      insert into ${sql.table(table)} (company_id, created_by, updated_by, ${names})
      select ${companyId}::integer, ${userId}::integer, ${userId}::integer, ${names}
      from json_to_recordset(${`[${rows.join(",")}]`}::json) as given (${types})
      returning id),
    told as (
      insert into activities (company_id, verb, actor_id, timeline_client_id, ${sql.ref(key)})
      select ${companyId}::integer, 'imported', ${userId}::integer, ${timeline}, id from made)
    select id from made`.execute(trx)
  );
  // Numbers are given in the order of the rows.
  const ids = inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
  announceActivities(trx, actor);
  await afterwards?.(trx, actor, ids);
  return ids;
}

/** The rows with remarks, by the id of the record that they made or changed. */
async function remarksOfRecords(
  { parts, columns }: ImportRead,
  { results, remarksOf }: Checked,
  ids: readonly number[],
): Promise<{ id: number; remarks: StoredRemarks }[]> {
  const remarks = [];
  const header = columns.map((column) => column.header);
  let position = 0;
  for await (const rows of unpackRows(parts)) {
    for (const { row, cells = [] } of rows) {
      const { outcome, change } = results.get(row) ?? {};
      const id = outcome === "new" ? ids[position++] : change?.row.id;
      const texts = remarksOf(row).map(remarkText);
      if (id !== undefined && texts.length > 0) {
        remarks.push({ id, remarks: { row, header, cells, texts } });
      }
    }
  }
  return remarks;
}

interface ChangedRecord {
  id: number;
  changes: Changes;
}

/** @throws Problem duplicate */
async function changeRecords<Value>(
  trx: Trx,
  actor: Actor,
  { noun }: Importable<Value>,
  results: Map<number, RowResult>,
): Promise<ChangedRecord[]> {
  const wanted = [...results.values()].flatMap(({ change }) => change ? [change] : [])
    .sort((a, b) => a.row.id - b.row.id);
  const values = new Map(wanted.map(({ row, values }) => [row.id, values]));
  const done: ChangedRecord[] = [];
  for (let at = 0; at < wanted.length; at += perStatement) {
    const rows = wanted.slice(at, at + perStatement).map(({ row }) => row);
    await changeMany({ trx, member: actor }, { noun, about: subjectOf(noun) }, {
      values: ({ id }) => values.get(id)!,
      tell: (_, changes) => ({ verb: "import_updated", changes }),
      after: (changed) => {
        done.push(...changed);
        return Promise.resolve();
      },
    }, { ids: rows.map(({ id }) => id), rows });
  }
  return done;
}

interface Stored {
  ids: number[];
  changed: ChangedRecord[];
  remarks: { id: number; remarks: StoredRemarks }[];
  file: { file_name?: string };
  same: number;
  skipped: number;
  wrong: number;
}

/** Keeps what an undo needs: the records as they are now, and the earlier values. */
async function keepImport<Value>(
  trx: Trx,
  { companyId, userId }: Actor,
  { noun }: Importable<Value>,
  { ids, changed, remarks, file, ...counts }: Stored,
) {
  if (ids.length + changed.length === 0) {
    const { rows: [now] } = await sql<{ at: Date }>`select now() as at`.execute(trx);
    return { id: null, created_at: now!.at, undo_until: null };
  }
  const record = await trx.insertInto("imports").values({
    company_id: companyId,
    created_by: userId,
    noun,
    file_name: file.file_name?.trim() || null,
    made: ids.length,
    changed: changed.length,
    remarks: remarks.length,
    ...counts,
  }).returning(["id", "created_at"])
    .returning(sql<Date>`created_at + make_interval(days => ${importUndoDays})`.as("undo_until"))
    .executeTakeFirstOrThrow();
  const { table, key } = nouns[noun];
  const replaced = JSON.stringify(changed.map(({ id, changes }) => ({ id, changes })));
  await sql`
    insert into import_records (company_id, import_id, ${
    sql.ref(key)
  }, version, changes, made, remarks)
    select t.company_id, ${record.id}, t.id, t.version, r.changes,
      case when r.changes is null then ${valuesOf("t")} end, m.remarks
    from (
      select unnest(${ids}::integer[]) as id, null::jsonb as changes
      union all
      select id, changes from jsonb_to_recordset(${replaced}::jsonb) c (id integer, changes jsonb)
    ) r
    cross join ${
    lookUp(sql`select * from ${sql.table(table)} where company_id = ${companyId} and id = r.id`)
  } t
    left join jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb) m (id integer, remarks jsonb)
      on m.id = t.id`.execute(trx);
  return record;
}
