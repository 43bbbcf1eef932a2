import { sql } from "kysely";
import { announceActivities } from "@/lib/records/activities.ts";
import { checkImport, readEmployees } from "@/lib/records/imports/check_import.ts";
import {
  delimiterNames,
  type ImportError,
  type ImportKind,
  importLimits,
  type ImportOptions,
} from "@/lib/records/imports/import.ts";
import { unpackRows } from "@/lib/records/imports/import_parts.ts";
import type { ImportReader } from "@/lib/records/imports/import_reader.ts";
import type { ImportJob, ImportRead } from "@/lib/records/imports/read_import.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, type LocalActor, translated } from "@/lib/records/records.ts";
import { checkRoom } from "@/lib/records/room.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language } from "@/lib/words/language.ts";

/** Reading may take seconds, so it runs between two transactions; the second checks again. */

export interface Importable<Value> extends ImportKind<Value> {
  /** Of columns that a row leaves open. */
  defaults?(trx: Trx, actor: Actor): Promise<Record<string, unknown>>;
  afterwards?(trx: Trx, actor: Actor, ids: number[]): Promise<void>;
}

export type OpenAsMember = <T>(
  work: (call: { trx: Trx; member: LocalActor }) => Promise<T>,
) => Promise<T>;

/** Which companies share their turns. */
interface Groups {
  of(companyId: number): number;
}

export interface ImportFile extends ImportOptions {
  bytes: Uint8Array;
  language: Language;
  importReader: ImportReader;
  /** How many live records of the noun there may be; a preview does not ask. */
  maxRecords: number;
  /** Every company has turns of its own without it. */
  groups?: Groups;
  /** Of the caller, who may go away. */
  signal: AbortSignal;
}

interface ImportCall {
  req: Request;
  query: ImportOptions;
  bytes: Uint8Array;
  language: Language;
  services: {
    importReader: ImportReader;
    groups: Groups;
    config: { bounds: { recordsPerCompany: number } };
  };
}

/** The file that a request brings. */
export function importFileOf({ req, query, bytes, language, services }: ImportCall): ImportFile {
  const { importReader, groups, config } = services;
  const maxRecords = config.bounds.recordsPerCompany;
  return { ...query, bytes, language, importReader, maxRecords, groups, signal: req.signal };
}

/** Says what a file would do. @throws Problem validation_failed (not readable as CSV) */
export async function previewImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file, "nothing");
  const { errors, counts } = await asMember(({ trx, member }) =>
    checkImport(trx, member, kind, read, file)
  );
  return {
    encoding: read.encoding,
    delimiter: delimiterNames[read.delimiter],
    columns: read.columns,
    rows: read.shown,
    counts,
    errors: firstErrors(read, errors),
  };
}

/**
 * @throws Problem validation_failed with the first errors; duplicate (another import was first);
 * limit_reached
 */
export async function commitImport<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file, "columns");
  return await asMember(async ({ trx, member }) => {
    const { errors: found, counts, skipped } = await checkImport(trx, member, kind, read, file);
    const errors = firstErrors(read, found);
    if (errors.length > 0) throw problem("validation_failed", { details: { counts, errors } });
    if (counts.rows === 0) {
      throw problem("validation_failed", { fields: { body: importWords.noRows } });
    }
    if (counts.valid > 0) await checkRoom(trx, member, kind.noun, file.maxRecords, counts.valid);
    for await (const rows of unpackRows(read.parts)) {
      const stored = rows.filter(({ row }) => !skipped.has(row)).map(({ columns }) => columns!);
      if (stored.length > 0) await insertRows(trx, member, kind, stored);
    }
    const { rows: [now] } = await sql<{ at: Date }>`select now() as at`.execute(trx);
    return { imported: counts.valid, skipped: skipped.size, created_at: now!.at };
  });
}

export interface WrongRow {
  row: number;
  cells: string[];
  errors: ImportError[];
}

/** Every row with an error, in parts, and what is wrong with it. */
export async function listWrongRows<Value>(
  asMember: OpenAsMember,
  kind: ImportKind<Value>,
  file: ImportFile,
) {
  const read = await readFile(asMember, kind, file, "cells");
  const { errors } = await asMember(({ trx, member }) =>
    checkImport(trx, member, kind, read, file)
  );
  const header = read.columns.map((column) => column.header);
  return { header, delimiter: read.delimiter, parts: wrongRows(read, errors) };
}

async function* wrongRows(read: ImportRead, found: ImportError[]): AsyncGenerator<WrongRow[]> {
  const foundIn = Map.groupBy(found, ({ row }) => row);
  for await (const rows of unpackRows(read.parts)) {
    yield rows.map(({ row, cells, errors }) => ({
      row,
      cells: cells!,
      errors: [...errors!, ...foundIn.get(row) ?? []],
    })).filter(({ errors }) => errors.length > 0);
  }
}

function firstErrors(read: ImportRead, found: ImportError[]): ImportError[] {
  const first = [...read.errors, ...found.slice(0, importLimits.errors)];
  return first.sort((a, b) => a.row - b.row).slice(0, importLimits.errors);
}

async function readFile<Value>(
  asMember: OpenAsMember,
  kind: Importable<Value>,
  { bytes, columns, language, importReader, groups, signal }: ImportFile,
  bring: ImportJob["bring"],
): Promise<ImportRead> {
  const { noun } = kind;
  const { companyId, ...known } = await asMember(async ({ trx, member }) => ({
    companyId: member.companyId,
    timezone: member.timezone,
    employees: await readEmployees(trx, member),
    defaults: bring === "columns" ? await kind.defaults?.(trx, member) : undefined,
  }));
  const job = { noun, bytes, columns, language, bring, ...known };
  return await importReader.read(job, groups?.of(companyId) ?? companyId, signal);
}

/** Stores rows (columns as JSON) and activities in one statement. @throws Problem duplicate */
async function insertRows<Value>(
  trx: Trx,
  actor: Actor,
  { noun, columns, afterwards }: Importable<Value>,
  rows: string[],
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const types = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  const { table, key } = nouns[noun];
  const timeline = noun === "client" ? sql`id` : sql`null::integer`;
  const { companyId, userId } = actor;
  const made = await translated(() =>
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
  announceActivities(trx, actor);
  await afterwards?.(trx, actor, made.rows.map(({ id }) => id));
}
