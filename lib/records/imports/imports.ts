import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { announceActivities } from "@/lib/records/activities.ts";
import type { CsvFile } from "@/lib/records/imports/csv.ts";
import type { CsvReader } from "@/lib/records/imports/csv_reader.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import {
  fieldNames,
  type ImportError,
  type ImportFields,
  importLimits,
  type ImportOptions,
} from "@/lib/records/imports/import.ts";
import {
  type Column,
  readColumns,
  type ReadRow,
  readRows,
} from "@/lib/records/imports/import_rows.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, type LocalActor, translated } from "@/lib/records/records.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language } from "@/lib/words/language.ts";

/** Parsing may take seconds, so it runs between two transactions; the second checks again. */

export interface Importable<Value> {
  noun: SubjectKind;
  fields: ImportFields;
  schema: z.ZodType<Value>;
  keys: Record<string, ImportKey<Value>>;
  columns: Record<string, string>;
  toColumns(value: Value): Record<string, unknown>;
  defaults?(trx: Trx, actor: Actor): Promise<Record<string, unknown>>;
  afterwards?(trx: Trx, actor: Actor, ids: number[]): Promise<void>;
}

interface ImportKey<Value> {
  of(value: Value): string | null;
  /** The same as indexed SQL; `among` says which records count. */
  stored: string;
  among?: string;
}

export type OpenAsMember = <T>(
  work: (call: { trx: Trx; member: LocalActor }) => Promise<T>,
) => Promise<T>;

export interface ImportFile extends ImportOptions {
  bytes: Uint8Array;
  language: Language;
  csvReader: CsvReader;
}

/** Says what a file would do. @throws Problem validation_failed (not readable as CSV) */
export async function previewImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file);
  const { errors, counts } = await asMember(({ trx, member }) => check(trx, member, kind, read));
  return {
    encoding: read.csv.encoding,
    delimiter: read.csv.delimiter,
    columns: read.columns.map((column, at) => ({ ...column, examples: examplesOf(read.csv, at) })),
    rows: read.rows.slice(0, importLimits.shown).map(({ row, values }) => ({ row, values })),
    counts,
    errors: errors.slice(0, importLimits.errors),
  };
}

function examplesOf({ rows }: CsvFile, at: number): string[] {
  const cells = rows.slice(0, importLimits.shown).map(({ cells }) => cells[at] ?? "");
  return cells.filter((cell) => cell !== "").slice(0, importLimits.examples);
}

/** @throws Problem validation_failed with the first errors; duplicate (another import was first) */
export async function commitImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file);
  return await asMember(async ({ trx, member }) => {
    const { rows, errors, counts, skipped } = await check(trx, member, kind, read);
    if (errors.length > 0) {
      const details = { counts, errors: errors.slice(0, importLimits.errors) };
      throw problem("validation_failed", { details });
    }
    if (counts.rows === 0) {
      throw problem("validation_failed", { fields: { body: importWords.noRows } });
    }
    const defaults = await kind.defaults?.(trx, member);
    const values = rows.filter(({ row }) => !skipped.has(row))
      .map(({ value }) => ({ ...defaults, ...kind.toColumns(value!) }));
    for (let at = 0; at < values.length; at += rowsAtOnce) {
      await insertRows(trx, member, kind, values.slice(at, at + rowsAtOnce));
    }
    const { rows: [now] } = await sql<{ at: Date }>`select now() as at`.execute(trx);
    return { imported: values.length, skipped: skipped.size, created_at: now!.at };
  });
}

const rowsAtOnce = 2000;
const headerRow = 1;

/** Every row with an error, as the file has it, and what is wrong with it. */
export async function listWrongRows<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file);
  const { errors } = await asMember(({ trx, member }) => check(trx, member, kind, read));
  const { header, rows, delimiter } = read.csv;
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const wrong = rows.filter(({ row }) => byRow.has(row))
    .map(({ row, cells }) => ({ row, cells, errors: byRow.get(row)! }));
  return { header, delimiter, rows: wrong };
}

async function readFile<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  { bytes, duplicates, language, columns: given, csvReader }: ImportFile,
) {
  const { companyId, employees, timezone } = await asMember(async ({ trx, member }) => ({
    companyId: member.companyId,
    employees: await readEmployees(trx, member),
    timezone: member.timezone,
  }));
  const known = [...fieldNames(kind.fields).keys()];
  const csv = await csvReader.read({ bytes, known, limits: importLimits }, companyId);
  const reading = { ...kind, language, timezone, employees };
  const { columns, errors } = readColumns(csv, reading, given);
  const { rows, errors: inRows } = await readRows(csv, columns, reading);
  return { csv, columns, rows, errors: [...errors, ...inRows], duplicates, language };
}

interface FileRead<Value> extends Omit<ImportFile, "bytes" | "columns" | "csvReader"> {
  csv: CsvFile;
  columns: Column[];
  rows: ReadRow<Value>[];
  errors: ImportError[];
}

async function check<Value>(
  trx: Trx,
  member: LocalActor,
  kind: Importable<Value>,
  read: FileRead<Value>,
) {
  const { csv, columns, language } = read;
  const leavers = await findLeavers(trx, member, kind, read);
  const rowsOf = (errors: ImportError[]) => new Set(errors.map(({ row }) => row));
  const left = rowsOf(leavers);
  const rows = read.rows.filter(({ row }) => !left.has(row));
  const twins = await findTwins(trx, member, kind, { rows, language });
  const skipped = rowsOf(twins);
  const found = [...leavers, ...read.duplicates === "refuse" ? twins : []].map((error) => ({
    ...error,
    column: columns.find(({ field }) => field === error.field)?.header ?? null,
  }));
  const errors = [...read.errors, ...found].sort(byRow);
  const invalid = rowsOf([...read.errors.filter(({ row }) => row !== headerRow), ...leavers]);
  const counts = {
    rows: csv.rows.length,
    valid: csv.rows.length - invalid.size - skipped.size,
    invalid: invalid.size,
    duplicates: skipped.size,
  };
  return { rows, errors, counts, skipped };
}

function byRow(a: ImportError, b: ImportError): number {
  return a.row - b.row;
}

/** By folded address, and by folded name if it is unique. */
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

async function findLeavers<Value>(
  db: Db,
  tenant: Tenant,
  { fields }: Importable<Value>,
  { rows, language }: FileRead<Value>,
): Promise<ImportError[]> {
  const named = Object.keys(fields).filter((field) => fields[field]!.meaning === "employee");
  if (named.length === 0) return [];
  const employed = new Set<unknown>((await readEmployees(db, tenant)).values());
  const message = importWords.employee[language];
  return rows.flatMap(({ row, values }) =>
    named.filter((field) => values[field] !== undefined && !employed.has(values[field]))
      .map((field) => ({ row, column: null, field, message }))
  );
}

/** Finds rows that are already stored or repeated in the file, each once. */
async function findTwins<Value>(
  db: Db,
  { companyId }: Tenant,
  { noun, keys }: Importable<Value>,
  { rows, language }: Pick<FileRead<Value>, "rows" | "language">,
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

/** Stores rows and their activities in one statement. @throws Problem duplicate */
async function insertRows<Value>(
  trx: Trx,
  actor: Actor,
  { noun, columns, afterwards }: Importable<Value>,
  values: Record<string, unknown>[],
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const { table, key } = nouns[noun];
  const timeline = noun === "client" ? sql`id` : sql`null::integer`;
  const rows = JSON.stringify(values);
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
  announceActivities(trx, actor);
  await afterwards?.(trx, actor, made.rows.map(({ id }) => id));
}
