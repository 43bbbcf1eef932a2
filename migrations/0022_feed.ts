import { type Kysely, sql } from "kysely";

/** A feed of what changes: activities in the order of their transactions. Older ones stay out. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table activities add column txid bigint`,
  `alter table activities alter column txid set default relevo_txid()`,
  `create index activities_feed on activities (company_id, txid, id) where txid is not null`,
];
