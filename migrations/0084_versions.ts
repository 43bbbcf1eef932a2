import { type Kysely, sql } from "kysely";

export const change = "widens";

/** The version that applied each migration, and the migration that a version must know: 0074. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table kysely_migration add version text`.execute(db);
  await sql`alter table installation add oldest text not null default '0084_versions'`.execute(db);
}
