import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { readCsv } from "@/lib/records/csv.ts";
import { fold } from "@/lib/records/csv_values.ts";
import {
  fieldNamed,
  type ImportError,
  type ImportFields,
  importLimits,
  type ImportOptions,
} from "@/lib/records/import.ts";
import { readColumns, type ReadRow, readRows } from "@/lib/records/import_rows.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, translated } from "@/lib/records/records.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language } from "@/lib/words/language.ts";

/**
 * Both steps of an import, for any kind of record. A preview checks everything that a commit checks;
 * a commit stores all rows or none.
 */

/** What makes one kind of record importable. */
export interface Importable<Value> {
  noun: SubjectKind;
  fields: ImportFields;
  schema: z.ZodType<Value>;
  /** What no two records share, by the field that tells, in the order of asking. */
  keys: Record<string, ImportKey<Value>>;
  /** The columns to store, with their SQL types, and a record's values for them. */
  columns: Record<string, string>;
  toColumns(value: Value): Record<string, unknown>;
  /** Does what a new record of the kind also needs. */
  afterwards?(trx: Trx, actor: Actor, ids: number[]): Promise<void>;
}

interface ImportKey<Value> {
  of(value: Value): string | null;
  /** The same of a stored record, as SQL that an index has; and which records count. */
  stored: string;
  among?: string;
}

/** Who imports, in which language they hear of errors. */
export interface Importer extends Actor {
  timezone: string;
  language: Language;
}

export interface ImportFile extends ImportOptions {
  bytes: Uint8Array;
}

/** What a file would do. @throws Problem validation_failed (it cannot be read as CSV) */
export async function previewImport<Value>(
  db: Db,
  importer: Importer,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const { csv, columns, rows, errors, counts } = await check(db, importer, kind, file);
  return {
    encoding: csv.encoding,
    delimiter: csv.delimiter,
    columns,
    rows: rows.slice(0, importLimits.shown).map(({ row, values }) => ({ row, values })),
    counts,
    errors: errors.slice(0, importLimits.errors),
  };
}

/**
 * Stores every row of a file.
 * @throws Problem validation_failed with the first errors in its details; duplicate, where another
 * import was quicker. Nothing is stored then.
 */
export async function commitImport<Value>(
  trx: Trx,
  importer: Importer,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const { rows, errors, counts, skipped } = await check(trx, importer, kind, file);
  if (errors.length > 0) {
    const details = { counts, errors: errors.slice(0, importLimits.errors) };
    throw problem("validation_failed", { details });
  }
  if (counts.rows === 0) {
    throw problem("validation_failed", { fields: { body: importWords.noRows } });
  }
  const values = rows.filter(({ row }) => !skipped.has(row)).map(({ value }) => value!);
  for (let at = 0; at < values.length; at += rowsAtOnce) {
    await insertRows(trx, importer, kind, values.slice(at, at + rowsAtOnce));
  }
  return { imported: values.length, skipped: skipped.size };
}

const rowsAtOnce = 2000;

async function check<Value>(
  db: Db,
  importer: Importer,
  kind: Importable<Value>,
  { bytes, duplicates }: ImportFile,
) {
  const isKnown = (name: string) => fieldNamed(kind.fields, name) !== undefined;
  const csv = readCsv(bytes, { isKnown, maxRows: importLimits.rows });
  const employees = await readEmployees(db, importer);
  const reading = { ...kind, ...importer, employees };
  const { columns, errors } = readColumns(csv, reading);
  const read = await readRows(csv, columns, reading);
  const invalid = new Set(read.errors.map(({ row }) => row));
  const twins = await findTwins(db, importer, kind, read.rows);
  const skipped = new Set(twins.map(({ row }) => row));
  const header = (field: string | null) =>
    columns.find((column) => column.field === field)?.header ?? null;
  errors.push(...read.errors);
  if (duplicates === "refuse") {
    errors.push(...twins.map((twin) => ({ ...twin, column: header(twin.field) })));
  }
  const counts = {
    rows: csv.rows.length,
    valid: csv.rows.length - invalid.size - skipped.size,
    invalid: invalid.size,
    duplicates: skipped.size,
  };
  return { csv, columns, rows: read.rows, errors: errors.sort(byRow), counts, skipped };
}

function byRow(a: ImportError, b: ImportError): number {
  return a.row - b.row;
}

/** Employees by folded address and, where it is nobody else's, folded name. */
async function readEmployees(db: Db, { companyId }: Tenant): Promise<Map<string, number>> {
  const people = await db.selectFrom("user_companies as m")
    .innerJoin("users as u", "u.id", "m.user_id").select(["u.id", "u.email"])
    .select(sql<string | null>`case when m.first_seen_at is not null then u.name end`.as("name"))
    .where("m.company_id", "=", companyId).where("m.disabled_at", "is", null)
    .forKeyShare("m").execute();
  const names = Map.groupBy(people, ({ name }) => fold(name ?? ""));
  const byName = [...names].filter(([name, those]) => name !== "" && those.length === 1)
    .map(([name, [person]]) => [name, person!.id] as const);
  return new Map([...byName, ...people.map(({ email, id }) => [fold(email), id] as const)]);
}

/** The rows that are live already or stand further up in the file, each named once. */
async function findTwins<Value>(
  db: Db,
  { companyId, language }: Importer,
  { noun, keys }: Importable<Value>,
  rows: ReadRow<Value>[],
): Promise<ImportError[]> {
  const twins = new Map<number, ImportError>();
  for (const [field, key] of Object.entries(keys)) {
    const keyed = rows.flatMap(({ row, value }) => {
      const own = value === undefined ? null : key.of(value);
      return own === null ? [] : [{ row, own }];
    });
    if (keyed.length === 0) continue;
    const stored = await findStored(db, { companyId }, noun, key, keyed.map(({ own }) => own));
    const above = new Map<string, number>();
    for (const { row, own } of keyed) {
      const earlier = above.get(own);
      const found = stored.has(own)
        ? importWords.storedAlready
        : earlier && importWords.sameAsRow(earlier);
      above.set(own, earlier ?? row);
      if (!found || twins.has(row)) continue;
      twins.set(row, { row, column: null, field, message: found[language] });
    }
  }
  return [...twins.values()];
}

async function findStored<Value>(
  db: Db,
  { companyId }: Tenant,
  noun: SubjectKind,
  { stored, among = "true" }: ImportKey<Value>,
  keys: string[],
): Promise<Set<string>> {
  const key = sql.raw(stored) as RawBuilder<string>;
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and deleted_at is null and ${sql.raw(among)}
      and ${key} = any (${keys}::text[])`.execute(db);
  return new Set(rows.map((row) => row.key));
}

/** Stores rows and their activities by one statement. @throws Problem duplicate */
async function insertRows<Value>(
  trx: Trx,
  actor: Actor,
  { noun, columns, toColumns, afterwards }: Importable<Value>,
  values: Value[],
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const { table, key } = nouns[noun];
  const timeline = noun === "client" ? sql`id` : sql`null::integer`;
  const rows = JSON.stringify(values.map(toColumns));
  const { companyId, userId } = actor;
  const made = await translated(() =>
    sql<{ id: number }>`
    with made as (
      insert into ${sql.table(table)} (company_id, created_by, updated_by, ${names})
      select ${companyId}::integer, ${userId}::integer, ${userId}::integer, ${names}
      from json_to_recordset(${rows}::json) as given (${types})
      returning id),
    told as (
      insert into activities (company_id, verb, actor_id, timeline_client_id, ${sql.ref(key)})
      select ${companyId}::integer, 'imported', ${userId}::integer, ${timeline}, id from made)
    select id from made`.execute(trx)
  );
  await afterwards?.(trx, actor, made.rows.map(({ id }) => id));
}
