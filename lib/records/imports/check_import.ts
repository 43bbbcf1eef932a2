import { shownName } from "@/lib/values/shown_name.ts";
import { compareRows } from "@/lib/records/imports/compare_rows.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { findStored, type Stored } from "@/lib/records/imports/find_stored.ts";
import { Findings } from "@/lib/records/imports/findings.ts";
import type { ImportKind, ImportOptions } from "@/lib/records/imports/import.ts";
import type { ImportCounts, ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import { type ImportRow, unpackRows } from "@/lib/records/imports/import_parts.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import { matchRows } from "@/lib/records/imports/match_rows.ts";
import { employeeFields, type ImportRead } from "@/lib/records/imports/read_import.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Compares a file that was read with what is stored. */

export interface Checked {
  /** Errors in the order of the rows; `read` has those that need no database. */
  errors: ImportError[];
  counts: ImportCounts;
  results: Findings["results"];
  remarksOf: Findings["remarksOf"];
}

interface CheckOptions extends Pick<ImportOptions, "duplicates"> {
  language: Language;
  /** Whether the records that change are kept from changing until the transaction ends. */
  locks?: boolean;
}

/**
 * Finds employees who have left meanwhile, rows that are stored or repeated in the file, and what
 * would change. A handful of statements for each thousand rows.
 */
export async function checkImport<Value>(
  db: Db,
  tenant: Tenant,
  kind: Importable<Value>,
  read: ImportRead,
  { duplicates, language, locks = false }: CheckOptions,
): Promise<Checked> {
  const isNotesField = kind.notebook?.field !== undefined;
  const findings = new Findings(read.columns, language, isNotesField);
  const isGood = await employeesChecker(db, tenant, kind, findings);
  if (duplicates === "update") {
    const matches = await matchRows(db, tenant, kind, read, { findings, isGood });
    await compareRows(db, tenant, kind, read, { findings, matches, locks });
    return findings.result(read.rowCount);
  }
  const findDuplicate = duplicateFinder(kind);
  for await (const rows of unpackRows(read.parts)) {
    const stored = await findStored(db, tenant, kind, rows);
    for (const row of rows) {
      if (!isGood(row)) continue;
      const duplicate = findDuplicate(row, stored);
      if (!duplicate) {
        findings.note({ row: row.row, remarks: row.newRemarks });
        continue;
      }
      findings.tell(row.row, { outcome: duplicates === "refuse" ? "wrong" : "left_out" });
      findings.duplicates++;
      if (duplicates === "refuse") findings.refuse(row.row, duplicate.field, duplicate.text);
    }
  }
  return findings.result(read.rowCount);
}

/** Tells of each row whether it is good by itself, and notes it where it is not. */
async function employeesChecker<Value>(
  db: Db,
  tenant: Tenant,
  kind: ImportKind<Value>,
  findings: Findings,
): Promise<(row: ImportRow) => boolean> {
  const named = employeeFields(kind.fields);
  const employees = named.length > 0 ? await readEmployees(db, tenant) : new Map();
  const employed = new Set<number>(employees.values());
  return (row) => {
    const leavers = named.filter((_, at) => !isAmong(employed, row.employees[at]!));
    for (const field of leavers) findings.refuse(row.row, field, importWords.employee);
    const isGood = row.isValid && leavers.length === 0;
    findings.tell(row.row, { outcome: isGood ? "new" : "wrong" });
    if (isGood) findings.note(row);
    return isGood;
  };
}

function isAmong(employed: Set<number>, id: number | null): boolean {
  return id === null || employed.has(id);
}

/** Reads employees by folded address, and by folded name if it is unique. */
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

function duplicateFinder<Value>({ keys }: ImportKind<Value>) {
  const fields = Object.keys(keys);
  const above = fields.map(() => new Map<string, number>());
  return (row: ImportRow, stored: Stored[]): { field: string; text: Text } | undefined => {
    const matches = fields.flatMap((field, at) => {
      const key = row.keys[at]!;
      if (key === null) return [];
      const earlier = above[at]!.get(key);
      if (earlier === undefined) above[at]!.set(key, row.row);
      if (stored[at]!.has(key)) return [{ field, text: importWords.storedAlready }];
      return earlier === undefined ? [] : [{ field, text: importWords.sameAsRow(earlier) }];
    });
    return matches[0];
  };
}
