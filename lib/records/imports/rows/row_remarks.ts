import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { ImportError } from "@/lib/records/imports/rows/import_answers.ts";
import type { SubjectKind } from "@/lib/records/subject.ts";

/** Rows of a past import that came in with remarks, kept with the records for as long as its undo. */

/** A row as the file had it, and what was remarked. */
export interface StoredRemarks {
  row: number;
  header: string[];
  cells: string[];
  texts: string[];
}

export function remarkText({ column, message }: Pick<ImportError, "column" | "message">): string {
  return column ? `${column}: ${message}` : message;
}

/** @throws Problem not_found (no such import, or none of its remarks is there any more) */
export async function readPastRemarks(db: Db, { companyId }: Tenant, id: number) {
  const { rows } = await sql<{ noun: SubjectKind; remarks: StoredRemarks }>`
    select i.noun, r.remarks from imports i
    join import_records r on r.company_id = i.company_id and r.import_id = i.id
    where i.company_id = ${companyId} and i.id = ${id} and r.remarks is not null
    order by (r.remarks ->> 'row')::integer`.execute(db);
  const [first] = rows;
  if (!first) throw problem("not_found");
  return { noun: first.noun, rows: rows.map(({ remarks }) => remarks) };
}
