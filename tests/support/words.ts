/** Search words as they are stored, and as they would be if all were made anew. */
import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";

const tables = ["contacts", "clients", "opportunities", "quotes", "sales", "products", "tasks"]
  .concat("events");

/** One line for each word, sorted. */
export async function storedWords(trx: BareTrx): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', kind::text, state::text, record_id, word) as line
    from search_words`.execute(trx);
  return rows.map(({ line }) => line).sort();
}

/** Leaves the words of all records, and none that belongs to no record. */
export async function remakeWords(trx: BareTrx): Promise<void> {
  await sql`delete from search_words`.execute(trx);
  for (const table of tables) {
    // Where a record is in the trash changes its words: there and back.
    for (
      const change of [
        "case when deleted_at is null then now() else deleted_at + interval '1 day' end",
        "case when deleted_at = now() then null else deleted_at - interval '1 day' end",
      ]
    ) {
      await sql.raw(`update ${table} set deleted_at = ${change}`).execute(trx);
    }
  }
}
