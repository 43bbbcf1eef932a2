import { shownName } from "@/lib/shown_name.ts";
import { type RawBuilder, sql } from "kysely";
import { fold } from "@/lib/records/imports/csv_values.ts";
import type {
  ImportError,
  ImportKey,
  ImportKind,
  ImportOptions,
} from "@/lib/records/imports/import.ts";
import { type ImportRow, unpackRows } from "@/lib/records/imports/import_parts.ts";
import { employeeFields, type ImportRead } from "@/lib/records/imports/read_import.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Compares a file that was read with what is stored. */

interface Checked {
  /** In the order of the rows; `read` has those that need no database. */
  errors: ImportError[];
  counts: { rows: number; valid: number; invalid: number; duplicates: number };
  /** The rows that are there already, or twice in the file. */
  skipped: Set<number>;
}

/** Finds employees who have left meanwhile, and rows that are stored or repeated in the file. */
export async function checkImport<Value>(
  db: Db,
  tenant: Tenant,
  kind: ImportKind<Value>,
  read: ImportRead,
  { duplicates, language }: Pick<ImportOptions, "duplicates"> & { language: Language },
): Promise<Checked> {
  const errors: ImportError[] = [];
  const skipped = new Set<number>();
  let invalid = 0;
  const refuse = ({ row }: ImportRow, field: string, text: Text) => {
    const column = read.columns.find((one) => one.field === field)?.header ?? null;
    errors.push({ row, column, field, message: text[language] });
  };
  const named = employeeFields(kind.fields);
  const employees = named.length > 0 ? await readEmployees(db, tenant) : new Map();
  const employed = new Set<number>(employees.values());
  const findDuplicate = duplicateFinder(kind);
  for await (const rows of unpackRows(read.parts)) {
    const stored = await findStored(db, tenant, kind, rows);
    for (const row of rows) {
      const left = named.filter((_, at) => !isAmong(employed, row.employees[at]!));
      for (const field of left) refuse(row, field, importWords.employee);
      if (!row.isValid || left.length > 0) invalid++;
      const duplicate = left.length === 0 && findDuplicate(row, stored);
      if (!duplicate) continue;
      skipped.add(row.row);
      if (duplicates === "refuse") refuse(row, duplicate.field, duplicate.text);
    }
  }
  const valid = read.rowCount - invalid - skipped.size;
  const counts = { rows: read.rowCount, valid, invalid, duplicates: skipped.size };
  return { errors, counts, skipped };
}

function isAmong(employed: Set<number>, id: number | null): boolean {
  return id === null || employed.has(id);
}

/** By folded address, and by folded name if it is unique. */
export async function readEmployees(db: Db, { companyId }: Tenant): Promise<Map<string, number>> {
  const people = await db.selectFrom("user_companies as m")
    .innerJoin("users as u", "u.id", "m.user_id").select(["u.id", "u.email"])
    .select(shownName("u", "m").as("name"))
    .where("m.company_id", "=", companyId).where("m.disabled_at", "is", null)
    .forKeyShare("m").execute();
  const names = Map.groupBy(people, ({ name }) => fold(name ?? ""));
  const byName = [...names].filter(([name, those]) => name !== "" && those.length === 1)
    .map(([name, [person]]) => [name, person!.id] as const);
  return new Map([...byName, ...people.map(({ email, id }) => [fold(email), id] as const)]);
}

/** Tells of each row, from the first to the last, by which key it is stored or was in the file. */
function duplicateFinder<Value>({ keys }: ImportKind<Value>) {
  const fields = Object.keys(keys);
  const above = fields.map(() => new Map<string, number>());
  return (row: ImportRow, stored: Set<string>[]): { field: string; text: Text } | undefined => {
    const found = fields.flatMap((field, at) => {
      const key = row.keys[at]!;
      if (key === null) return [];
      const earlier = above[at]!.get(key);
      if (earlier === undefined) above[at]!.set(key, row.row);
      if (stored[at]!.has(key)) return [{ field, text: importWords.storedAlready }];
      return earlier === undefined ? [] : [{ field, text: importWords.sameAsRow(earlier) }];
    });
    return found[0];
  };
}

/** The keys of the rows that records have, for each of the kind's keys. */
async function findStored<Value>(
  db: Db,
  tenant: Tenant,
  { noun, keys }: ImportKind<Value>,
  rows: ImportRow[],
): Promise<Set<string>[]> {
  const stored: Set<string>[] = [];
  for (const [at, key] of Object.values(keys).entries()) {
    const given = new Set(rows.map((row) => row.keys[at]!).filter((own) => own !== null));
    stored.push(given.size === 0 ? given : await findKeys(db, tenant, noun, key, [...given]));
  }
  return stored;
}

async function findKeys<Value>(
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
