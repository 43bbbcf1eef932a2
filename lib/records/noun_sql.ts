import { type RawBuilder, sql } from "kysely";
import { type NounEntry, type NounName, nouns } from "@/lib/records/nouns.ts";

/** What the table of nouns says, as SQL. */

/** The expression that a record goes by; `alias` is its table's. */
export function labelOf(noun: NounName, alias: string): RawBuilder<string> {
  const columns = nouns[noun].label.map((column) => sql.ref(`${alias}.${column}`));
  return columns.length === 1 ? sql`${columns[0]!}` : sql`coalesce(${sql.join(columns)})`;
}

/** Selects nothing of the company's record with this id: for `exists`. A record must be live. */
export function recordOf(noun: NounName, companyId: number, id: number): RawBuilder<unknown> {
  const { table, trash }: NounEntry = nouns[noun];
  return sql`select from ${sql.table(table)}
    where company_id = ${companyId} and id = ${id} and ${
    trash ? sql`deleted_at is null` : sql`true`
  }`;
}
