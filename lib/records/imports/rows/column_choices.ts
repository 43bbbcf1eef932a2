import { sql } from "kysely";
import { createHash } from "node:crypto";
import { fold } from "@/lib/records/imports/csv_values.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Members' choices for the columns of files with the same heads, for each noun. */

const mostChoices = 100;

export type ColumnChoices = Map<string, string[]>;

/** The same for files whose heads differ in case, accents or signs alone. */
export function digestOfHeads(header: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(header.map(fold))).digest("hex");
}

export async function readColumnChoices(
  db: Db,
  { companyId }: Tenant,
  noun: ImportedNoun,
): Promise<ColumnChoices> {
  const rows = await db.selectFrom("import_columns").select(["head", "fields"])
    .where("company_id", "=", companyId).where("noun", "=", noun).execute();
  return new Map(rows.map(({ head, fields }) => [head, fields]));
}

/** @param fields null for the heads' own fields, which need no choice */
export async function keepColumnChoice(
  trx: Trx,
  { companyId }: Tenant,
  noun: ImportedNoun,
  { head, fields }: { head: string; fields: string[] | null },
): Promise<void> {
  if (fields === null) {
    await trx.deleteFrom("import_columns").where("company_id", "=", companyId)
      .where("noun", "=", noun).where("head", "=", head).execute();
    return;
  }
  const values = { company_id: companyId, noun, head, fields };
  await trx.insertInto("import_columns").values(values)
    .onConflict((on) =>
      on.columns(["company_id", "noun", "head"]).doUpdateSet({ fields, updated_at: sql`now()` })
    ).execute();
  await sql`
    delete from import_columns where company_id = ${companyId} and noun = ${noun} and head in (
      select head from import_columns where company_id = ${companyId} and noun = ${noun}
      order by updated_at desc, head offset ${mostChoices})`.execute(trx);
}
